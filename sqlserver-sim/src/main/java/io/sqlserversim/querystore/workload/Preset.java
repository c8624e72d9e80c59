package io.sqlserversim.querystore.workload;

import java.util.Arrays;
import java.util.List;

/** The workloads that exist by name. Births and depth of history are made for an interval length. */
public enum Preset {
    /** 40 queries with 60 plans; query 1 turns slow. */
    OLTP("40 queries, 60 plans, flips, new plans now and then; query 1 gets a plan 40 times slower") {
        @Override
        WorkloadSpec make(String application, int minutes) {
            return new WorkloadSpec(
                    name, application, 40, 60, 34, 14, 180, 1, 1, true, 15, 2_400, PlanSizes.moderate());
        }
    },
    /** 800,000 rows, 12,500 plans. */
    BIG("640 intervals of 1,250 rows, 12,500 plans of 60,000 bytes: 0.75 GB of plans") {
        @Override
        WorkloadSpec make(String application, int minutes) {
            return new WorkloadSpec(
                    name, application, 10_000, 12_500, 12_500, 1, 640, 0, 10, false, 0, 600, PlanSizes.fixed(60_000));
        }
    },
    /** For tests. */
    SMALL("6 queries, 9 plans, 12 intervals, for tests") {
        @Override
        WorkloadSpec make(String application, int minutes) {
            return new WorkloadSpec(name, application, 6, 9, 6, 4, 12, 1, 1, true, 100, 120, PlanSizes.fixed(8_000));
        }
    },
    /** Few, long, parallel queries, often nothing. */
    REPORTING("120 long queries, few executions, many idle hours, a month of history, large plans") {
        @Override
        WorkloadSpec make(String application, int minutes) {
            return new WorkloadSpec(
                            name,
                            application,
                            120,
                            180,
                            100,
                            20,
                            depth(30, minutes),
                            8,
                            1,
                            true,
                            30,
                            8,
                            PlanSizes.field())
                    .withManner(Manner.heavy(6));
        }
    },
    /** Ad hoc statements without parameters: each is its own query. */
    STORM("ad hoc: 100,000 plans, 5,000 new ones an hour, each for one interval; plan sizes as in the field") {
        @Override
        WorkloadSpec make(String application, int minutes) {
            int births = Math.max(1, 5_000 * minutes / 60);
            int history = Math.max(1, 20 * 60 / minutes);
            return new WorkloadSpec(
                            name, application, PLANS, PLANS, 200, 1, history, 0, 1, false, 5, 2_400, PlanSizes.field())
                    .withManner(Manner.passing(1, 200, births, 4_000));
        }
    },
    /** One application in each database. */
    TENANT("24 queries, the same in all databases of the fleet: with --databases 150, a multi-tenant server") {
        @Override
        WorkloadSpec make(String application, int minutes) {
            return new WorkloadSpec(
                    name, "Tenant", 24, 30, 24, 40, depth(7, minutes), 4, 1, true, 10, 60, PlanSizes.moderate());
        }
    },
    /** The plan depends on the parameter with which it was compiled. */
    PARAMETERS(
            "48 queries, 120 plans; a third has each second plan 24 times slower, for 3 intervals; variants and feedback") {
        @Override
        WorkloadSpec make(String application, int minutes) {
            return new WorkloadSpec(
                            name,
                            application,
                            48,
                            120,
                            120,
                            1,
                            depth(3, minutes),
                            1,
                            1,
                            true,
                            10,
                            1_200,
                            PlanSizes.moderate())
                    .withManner(Manner.flipping(3, 3).adaptive(true));
        }
    },
    /** Plans that never stay. */
    FLIPS("40 queries, 200 plans; each query takes another plan every other interval") {
        @Override
        WorkloadSpec make(String application, int minutes) {
            return new WorkloadSpec(
                            name,
                            application,
                            40,
                            200,
                            200,
                            1,
                            depth(3, minutes),
                            0,
                            1,
                            true,
                            10,
                            1_200,
                            PlanSizes.moderate())
                    .withManner(Manner.flipping(2, 0));
        }
    },
    /** New versions of the application. */
    DEPLOYS("80 queries; with a deployment every 48 intervals half of them are replaced by others") {
        @Override
        WorkloadSpec make(String application, int minutes) {
            return new WorkloadSpec(
                            name,
                            application,
                            4_001,
                            4_001,
                            80,
                            48,
                            depth(10, minutes),
                            0,
                            1,
                            false,
                            10,
                            2_400,
                            PlanSizes.moderate())
                    .withManner(Manner.passing(48, 40, 40, 0));
        }
    },
    /** What hurts readers. */
    ODD("NULL texts and plans, a plan of 4 MB, plans deeper than 128 levels, waits of all 24 categories") {
        @Override
        WorkloadSpec make(String application, int minutes) {
            return new WorkloadSpec(name, application, 24, 36, 24, 6, 60, 1, 1, true, 100, 1_200, PlanSizes.moderate())
                    .withManner(new Manner(0, 0, 1, 0, 0, 0, 0, true, false));
        }
    };

    private static final int PLANS = 600_001;

    final String name;
    private final String description;

    Preset(String description) {
        this.name = name().toLowerCase(java.util.Locale.ROOT);
        this.description = description;
    }

    abstract WorkloadSpec make(String application, int minutes);

    private static int depth(int days, int minutes) {
        return Math.min(2_000, days * 24 * 60 / minutes);
    }

    /**
     * What it is.
     *
     * @return a line for people
     */
    public String description() {
        return name + ": " + description;
    }

    /**
     * The names of all.
     *
     * @return in order
     */
    public static List<String> names() {
        return Arrays.stream(values()).map(preset -> preset.name).toList();
    }

    /**
     * The workload for an interval length.
     *
     * @param application decides texts and hashes
     * @param minutes INTERVAL_LENGTH_MINUTES
     * @return the workload
     */
    public WorkloadSpec spec(String application, int minutes) {
        return make(application, minutes);
    }

    /**
     * A preset by its name.
     *
     * @param name as in {@link #names}
     * @return the preset
     * @throws IllegalArgumentException when there is no such preset; names those that exist
     */
    public static Preset named(String name) {
        for (Preset preset : values()) {
            if (preset.name.equals(name)) {
                return preset;
            }
        }
        throw new IllegalArgumentException("no workload '" + name + "'; there are " + names());
    }
}
