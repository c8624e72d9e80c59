package io.tidegate.store.postgres;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.PlanXml;
import io.tidegate.core.model.QueryText;
import io.tidegate.core.model.RuntimeKey;
import io.tidegate.core.model.RuntimeRow;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.model.WaitKey;
import io.tidegate.core.model.WaitRow;
import io.tidegate.core.store.Band;
import io.tidegate.core.store.BandCompletion;
import io.tidegate.core.store.BandKey;
import io.tidegate.core.store.CollectorStore;
import io.tidegate.core.store.ForkPoint;
import io.tidegate.core.store.Observation;
import io.tidegate.core.store.PeekBatch;
import io.tidegate.core.store.Rows;
import io.tidegate.core.store.StageBatch;
import io.tidegate.core.store.WholeBand;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Each kind of transaction that a collector makes, on a database of its own that is made ready for it. */
enum Change {
    OBSERVE {
        @Override
        void make(CollectorStore store, SeriesKey k) {
            store.observe(Rows.listed(k, NOW, 2, 5));
        }
    },
    CLAIM {
        @Override
        void make(CollectorStore store, SeriesKey k) {
            stage(store, k, 0, 1, 3);
        }
    },
    STAGE {
        @Override
        void ready(CollectorStore store, SeriesKey k) {
            CLAIM.make(store, k);
        }

        @Override
        void make(CollectorStore store, SeriesKey k) {
            stage(store, k, 1, 4, 3);
        }
    },
    HOLD {
        @Override
        void ready(CollectorStore store, SeriesKey k) {
            List<RuntimeRow> peeked = new ArrayList<>(Rows.rows(1, 1, 3));
            peeked.add(Rows.row(1, 9));
            store.peek(new PeekBatch(0, k, 1, 1, peeked, true));
            CLAIM.make(store, k);
        }

        @Override
        void make(CollectorStore store, SeriesKey k) {
            store.hold(new BandCompletion(0, band(k), 1, NOW, Set.of(), Set.of(2L)));
        }
    },
    HOLD_WHOLE {
        @Override
        void make(CollectorStore store, SeriesKey k) {
            Band first = Rows.band(band(k), Band.Phase.IDENTITIES, null, 0, 2);
            Band second = Rows.band(new BandKey(k, Kind.RUNTIME, 3, 3), Band.Phase.IDENTITIES, null, 0, 2);
            store.holdWhole(List.of(
                    new WholeBand(
                            new StageBatch(0, first, Rows.rows(1, 1, 2), List.of(Rows.identity(1))),
                            NOW,
                            Set.of(),
                            Set.of()),
                    new WholeBand(new StageBatch(0, second, Rows.rows(3, 1, 2), List.of()), NOW, Set.of(), Set.of())));
        }
    },
    HOLD_WAITS {
        @Override
        void ready(CollectorStore store, SeriesKey k) {
            store.observe(new Observation(
                    k,
                    NOW,
                    List.of(Rows.interval(1), Rows.interval(2)),
                    false,
                    Long.MIN_VALUE,
                    Rows.OPTIONS,
                    Set.of(Kind.WAITS)));
            waits(store, k, 0, 1);
            waits(store, k, 1, 2);
        }

        @Override
        void make(CollectorStore store, SeriesKey k) {
            store.hold(new BandCompletion(0, new BandKey(k, Kind.WAITS, 1, 2), 2, NOW, Set.of(), Set.of(2L)));
        }

        private void waits(CollectorStore store, SeriesKey k, long revision, long plan) {
            BandKey key = new BandKey(k, Kind.WAITS, 1, 2);
            WaitRow row = new WaitRow(new WaitKey(1, 1, plan, 3, 0), 7 * plan, 7, 1, 1, 9, Double.NaN);
            store.stage(new StageBatch(
                    0, Rows.band(key, Band.Phase.ROWS, row.key(), revision, plan), List.of(row), List.of()));
        }
    },
    CORRECT {
        @Override
        void ready(CollectorStore store, SeriesKey k) {
            HOLD.ready(store, k);
            HOLD.make(store, k);
        }

        @Override
        void make(CollectorStore store, SeriesKey k) {
            RuntimeRow one = Rows.row(1, 1);
            RuntimeRow higher = new RuntimeRow(
                    new RuntimeKey(1, 1, 1, 0),
                    one.firstExecutionTicks(),
                    one.lastExecutionTicks(),
                    one.executions() + 50,
                    one.values());
            store.correct(0, k, Kind.RUNTIME, 1, 0, List.of(higher, Rows.row(1, 2), Rows.row(1, 30)));
        }
    },
    PEEK {
        @Override
        void ready(CollectorStore store, SeriesKey k) {
            store.peek(new PeekBatch(0, k, 1, 1, Rows.rows(1, 1, 3), true));
            store.peek(new PeekBatch(0, k, 1, 2, Rows.rows(1, 2, 2), false));
        }

        @Override
        void make(CollectorStore store, SeriesKey k) {
            store.peek(new PeekBatch(0, k, 1, 2, Rows.rows(1, 4, 2), true));
        }
    },
    HALF_PEEK {
        @Override
        void make(CollectorStore store, SeriesKey k) {
            store.peek(new PeekBatch(0, k, 1, 2, Rows.rows(1, 4, 2), false));
        }
    },
    DROP {
        @Override
        void ready(CollectorStore store, SeriesKey k) {
            CLAIM.make(store, k);
        }

        @Override
        void make(CollectorStore store, SeriesKey k) {
            store.dropBand(band(k), 1);
        }
    },
    FORK {
        @Override
        void ready(CollectorStore store, SeriesKey k) {
            CLAIM.make(store, k);
            store.peek(new PeekBatch(0, k, 3, 2, Rows.rows(3, 2, 2), false));
        }

        @Override
        void make(CollectorStore store, SeriesKey k) {
            store.fork(k, ForkPoint.NOTHING_SHARED, NOW, NOW);
        }
    },
    EXPIRE {
        @Override
        void ready(CollectorStore store, SeriesKey k) {
            CORRECT.ready(store, k);
        }

        @Override
        void make(CollectorStore store, SeriesKey k) {
            store.expireFacts(NOW, 10);
        }
    },
    TEXTS {
        @Override
        void make(CollectorStore store, SeriesKey k) {
            store.storeTexts(k, List.of(new QueryText(1, "select 1"), new QueryText(2, "select 2 from t")));
        }
    },
    PLANS {
        @Override
        void ready(CollectorStore store, SeriesKey k) {
            store.storePlans(k, List.of(new PlanXml(1, 1, null, 5_000_000)));
        }

        @Override
        void make(CollectorStore store, SeriesKey k) {
            store.storePlans(
                    k, List.of(new PlanXml(1, 1, "<big/>", 5_000_000), new PlanXml(2, 1, "<ShowPlanXML/>", 28)));
        }
    };

    static final Instant NOW = Rows.EPOCH.plusSeconds(3600 * 50);

    /** Makes the change; made again, it changes nothing more. */
    abstract void make(CollectorStore store, SeriesKey k);

    /** What must be there before, beside intervals 1 to 3. */
    void ready(CollectorStore store, SeriesKey k) {}

    final SeriesKey prepare(CollectorStore store, String database) {
        int server = store.registerServer("sim-1");
        SeriesKey k = store.openSeries(server, database, 5, Rows.EPOCH, NOW).key();
        store.observe(Rows.listed(k, NOW, 1, 3));
        ready(store, k);
        return k;
    }

    static BandKey band(SeriesKey k) {
        return new BandKey(k, Kind.RUNTIME, 1, 2);
    }

    private static void stage(CollectorStore store, SeriesKey k, long revision, long firstPlan, int plans) {
        Band band = Rows.band(band(k), Band.Phase.ROWS, new RuntimeKey(1, 1, firstPlan, 0), revision, 3);
        store.stage(new StageBatch(
                0,
                band,
                Rows.rows(1, firstPlan, plans),
                List.of(Rows.identity(firstPlan), Rows.identity(firstPlan + 1))));
    }
}
