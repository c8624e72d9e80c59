package io.sqlserversim.querystore.views;

import io.sqlserversim.catalog.ForwardingView;
import io.sqlserversim.catalog.RowCursor;
import io.sqlserversim.catalog.ScanRequest;
import io.sqlserversim.catalog.VirtualTable;
import io.sqlserversim.querystore.history.Moment;
import io.sqlserversim.querystore.options.QueryStoreProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** All views of a store. Stateless. */
public final class StoreViews {
    private StoreViews() {}

    /**
     * The views of a profile.
     *
     * @param profile which columns and views exist
     * @param store the store at the instant of a scan; asked once per scan
     * @param costs what becomes of the cost of scans
     * @param isUpgraded whether runtime stats still lie as before 2022; asked by each statement
     * @return the tables
     */
    public static List<VirtualTable> of(
            QueryStoreProfile profile, Supplier<Moment> store, ViewCosts costs, BooleanSupplier isUpgraded) {
        List<VirtualTable> views = new ArrayList<>();
        views.add(QueryView.of(profile, store, costs));
        views.add(TextView.of(profile, store, costs));
        views.add(PlanView.of(profile, store, costs));
        views.add(RuntimeStatsView.of(profile, store, costs, isUpgraded));
        views.add(IntervalView.of(profile, store, costs));
        if (profile.level() >= 14) {
            views.add(WaitStatsView.of(profile, store, costs));
        }
        views.add(ContextView.of(profile, store, costs));
        views.add(OptionsView.of(profile, store, costs));
        views.add(InternalTableViews.tables(profile, store, costs));
        views.add(InternalTableViews.partitions(profile, store, costs));
        if (profile.level() >= 16) {
            views.add(AdaptiveViews.variants(profile, store, costs));
            views.add(AdaptiveViews.feedback(profile, store, costs));
            views.add(DecisionViews.hints(profile, store, costs));
            views.add(DecisionViews.locations(profile, store, costs));
        }
        if (profile.level() >= 16 && profile != QueryStoreProfile.AZURE) {
            views.add(ReplicasView.of(profile, store, costs));
        }
        return List.copyOf(views);
    }

    /**
     * The views of a database that has no store: no rows in any of them.
     *
     * @param profile which columns and views exist
     * @return the tables
     */
    public static List<VirtualTable> empty(QueryStoreProfile profile) {
        Supplier<Moment> none = () -> {
            throw new IllegalStateException("a view without rows was scanned");
        };
        return of(profile, none, new ViewCosts(), () -> false).stream()
                .<VirtualTable>map(Emptied::new)
                .toList();
    }

    private record Emptied(VirtualTable view) implements ForwardingView {
        @Override
        public RowCursor scan(ScanRequest request) {
            return new RowCursor() {
                @Override
                public boolean advance() {
                    return false;
                }

                @Override
                public @Nullable Object value(int column) {
                    throw new IllegalStateException("no row");
                }

                @Override
                public void close() {}
            };
        }
    }
}
