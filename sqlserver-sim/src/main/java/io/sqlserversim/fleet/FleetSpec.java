package io.sqlserversim.fleet;

import io.sqlserversim.instance.VersionProfile;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a fleet shall be. Immutable.
 *
 * @param servers how many servers, 1 to 1000
 * @param databases user databases on each, 1 to 200
 * @param portBase the first server's port, the others follow; 0 for any free ports
 * @param seed decides everything that varies
 * @param clockSpeed simulated seconds per real second, 1 or more
 * @param intervalMinutes INTERVAL_LENGTH_MINUTES of each Query Store
 * @param flushSeconds DATA_FLUSH_INTERVAL_SECONDS of each Query Store
 * @param history how much of it lies behind at the start; null for what the workload's preset has
 * @param workloads names of presets ({@link io.sqlserversim.querystore.workload.Preset}): lists given to the servers in turn,
 *     each list to a server's databases in turn
 * @param faults how much goes wrong
 * @param profiles which SQL Servers they play, given to the servers in turn
 * @param password of the login {@code monitor}
 */
public record FleetSpec(
        int servers,
        int databases,
        int portBase,
        long seed,
        int clockSpeed,
        int intervalMinutes,
        int flushSeconds,
        @Nullable Duration history,
        List<List<String>> workloads,
        FaultLevel faults,
        List<VersionProfile> profiles,
        String password) {
    /** One server of version 16 with one small database on a free port, in real time, with one-minute intervals. */
    public static final FleetSpec TEST = new FleetSpec(
            1,
            1,
            0,
            7,
            1,
            1,
            60,
            null,
            List.of(List.of("small")),
            FaultLevel.NONE,
            List.of(VersionProfile.V16),
            "Abc123");

    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException naming the component and its rule
     */
    public FleetSpec {
        between("servers", servers, 1, 1000);
        between("databases", databases, 1, 200);
        if (portBase != 0) {
            between("portBase", portBase, 1024, 65_536 - servers);
        }
        between("clockSpeed", clockSpeed, 1, 3600);
        workloads = workloads.stream().map(List::copyOf).toList();
        if (workloads.isEmpty() || workloads.stream().anyMatch(List::isEmpty)) {
            throw new IllegalArgumentException("workloads must name at least one preset for a server");
        }
        profiles = List.copyOf(profiles);
        if (profiles.isEmpty()) {
            throw new IllegalArgumentException("profiles must name at least one profile");
        }
    }

    private static void between(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + " must be " + least + " to " + most + ", was " + value);
        }
    }

    /**
     * With another size.
     *
     * @param howMany servers
     * @param databasesEach user databases on each
     * @return a copy
     */
    public FleetSpec sized(int howMany, int databasesEach) {
        return with(draft -> {
            draft.servers = howMany;
            draft.databases = databasesEach;
        });
    }

    /**
     * With other workloads.
     *
     * @param presets given to each server's databases in turn
     * @return a copy
     */
    public FleetSpec withWorkloads(String... presets) {
        return with(draft -> draft.workloads = List.of(List.of(presets)));
    }

    /**
     * With another pace.
     *
     * @param speed simulated seconds per real second
     * @param minutes INTERVAL_LENGTH_MINUTES
     * @param depth how much history lies behind at the start
     * @return a copy
     */
    public FleetSpec paced(int speed, int minutes, Duration depth) {
        return with(draft -> {
            draft.clockSpeed = speed;
            draft.intervalMinutes = minutes;
            draft.history = depth;
        });
    }

    /**
     * With faults.
     *
     * @param level how much goes wrong
     * @return a copy
     */
    public FleetSpec withFaults(FaultLevel level) {
        return with(draft -> draft.faults = level);
    }

    /**
     * With another seed.
     *
     * @param number decides everything that varies
     * @return a copy
     */
    public FleetSpec seeded(long number) {
        return with(draft -> draft.seed = number);
    }

    /**
     * Playing other SQL Servers.
     *
     * @param played which, given to the servers in turn; at least one
     * @return a copy
     */
    public FleetSpec as(VersionProfile... played) {
        return with(draft -> draft.profiles = List.of(played));
    }

    /**
     * On any free ports.
     *
     * @return a copy
     */
    FleetSpec onAnyPorts() {
        return with(draft -> draft.portBase = 0);
    }

    /**
     * What the databases of one of the servers do.
     *
     * @param index of the server, from 0
     * @return names of presets, given to the databases in turn
     */
    List<String> workloads(int index) {
        return workloads.get(index % workloads.size());
    }

    /**
     * Which SQL Server one of the servers plays.
     *
     * @param index of the server, from 0
     * @return the profile
     */
    VersionProfile profile(int index) {
        return profiles.get(index % profiles.size());
    }

    private FleetSpec with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.finished();
    }

    /** One of these while something in it is changed. Confined to one thread. */
    private static final class Draft {
        int servers;
        int databases;
        int portBase;
        long seed;
        int clockSpeed;
        int intervalMinutes;
        int flushSeconds;

        @Nullable
        Duration history;

        List<List<String>> workloads;
        FaultLevel faults;
        List<VersionProfile> profiles;
        String password;

        Draft(FleetSpec from) {
            servers = from.servers;
            databases = from.databases;
            portBase = from.portBase;
            seed = from.seed;
            clockSpeed = from.clockSpeed;
            intervalMinutes = from.intervalMinutes;
            flushSeconds = from.flushSeconds;
            history = from.history;
            workloads = from.workloads;
            faults = from.faults;
            profiles = from.profiles;
            password = from.password;
        }

        FleetSpec finished() {
            return new FleetSpec(
                    servers,
                    databases,
                    portBase,
                    seed,
                    clockSpeed,
                    intervalMinutes,
                    flushSeconds,
                    history,
                    workloads,
                    faults,
                    profiles,
                    password);
        }
    }
}
