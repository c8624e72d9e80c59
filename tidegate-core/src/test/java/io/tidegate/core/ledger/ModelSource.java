package io.tidegate.core.ledger;

import io.tidegate.core.model.PlanIdentity;
import io.tidegate.core.model.RuntimeKey;
import io.tidegate.core.model.Sentinel;
import io.tidegate.core.model.StatsKey;
import io.tidegate.core.model.StatsRow;
import io.tidegate.core.model.WaitKey;
import io.tidegate.core.store.BandKey;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/** A session on a {@link CatalogModel}: small pages, faults at any call, and at any call somebody else may get a turn. */
final class ModelSource implements BandSource<ModelSource.ReadFault> {
    /** The source failed, or our process died while it read. */
    static final class ReadFault extends Exception {
        private static final long serialVersionUID = 1;

        ReadFault() {
            super("read fault", null, false, false);
        }
    }

    private final CatalogModel model;
    private final ModelClock clock;
    private final Random random;
    private final double faultRate;
    private final Runnable otherTurn;

    ModelSource(CatalogModel model, ModelClock clock, Random random, double faultRate, Runnable otherTurn) {
        this.model = model;
        this.clock = clock;
        this.random = random;
        this.faultRate = faultRate;
        this.otherTurn = otherTurn;
    }

    private void stumble() throws ReadFault {
        otherTurn.run();
        if (random.nextDouble() < faultRate) {
            throw new ReadFault();
        }
    }

    @Override
    public RowPages<ReadFault> openRows(BandKey key, boolean byPlan, StatsKey after) throws ReadFault {
        stumble();
        Comparator<StatsKey> order = (one, other) -> compare(byPlan, one, other);
        List<StatsRow> rows = model.parts.stream()
                .filter(part -> part.isSeen(clock.instant()))
                .map(CatalogModel.Part::row)
                .filter(row -> row.kind() == key.kind())
                .filter(row -> row.key().intervalId() >= key.firstIntervalId()
                        && row.key().intervalId() <= key.lastIntervalId())
                .filter(row -> after == null || order.compare(row.key(), after) > 0)
                .sorted(Comparator.comparing(StatsRow::key, order))
                .toList();
        return new Pages(rows);
    }

    private static int compare(boolean byPlan, StatsKey one, StatsKey other) {
        return switch (one) {
            case RuntimeKey key -> byPlan ? key.compareByPlan((RuntimeKey) other) : key.compareTo((RuntimeKey) other);
            case WaitKey key -> key.compareTo((WaitKey) other);
        };
    }

    @Override
    public Identities identities(List<Long> planIds) throws ReadFault {
        stumble();
        return Identities.all(planIds.stream()
                .filter(plan -> plan % 11 != 0)
                .map(ModelSource::identity)
                .toList());
    }

    private static PlanIdentity identity(long plan) {
        return new PlanIdentity(plan, plan, plan, 1, 0, plan * 31, plan * 37, plan * 41, false);
    }

    @Override
    public List<Sentinel> sentinels(List<Long> planIds) throws ReadFault {
        stumble();
        return planIds.stream()
                .map(plan -> new Sentinel(plan, plan * 37, plan * 41))
                .toList();
    }

    /** Pages of one to seven rows; one reading in five is cut by the source itself, between two keys. */
    private final class Pages implements RowPages<ReadFault> {
        private final List<StatsRow> rows;
        private final int end;
        private int at;

        Pages(List<StatsRow> rows) {
            this.rows = rows;
            this.end = random.nextInt(5) == 0 ? betweenKeys(random.nextInt(rows.size() + 1)) : rows.size();
        }

        private int betweenKeys(int from) {
            int cut = from;
            while (cut > 0
                    && cut < rows.size()
                    && rows.get(cut - 1).key().equals(rows.get(cut).key())) {
                cut++;
            }
            return cut;
        }

        @Override
        public List<StatsRow> next() throws ReadFault {
            stumble();
            int to = Math.min(end, at + 1 + random.nextInt(7));
            List<StatsRow> page = rows.subList(at, to);
            at = to;
            return page;
        }

        @Override
        public boolean isComplete() {
            return end == rows.size();
        }

        @Override
        public void close() {}
    }
}
