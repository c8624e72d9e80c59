package io.sqlserversim.querystore.views;

import static io.sqlserversim.types.SqlType.BIGINT;
import static io.sqlserversim.types.SqlType.SMALLINT;

import io.sqlserversim.querystore.cost.ViewCost;
import io.sqlserversim.querystore.history.Moment;
import io.sqlserversim.querystore.history.ReplicaGroup;
import io.sqlserversim.querystore.options.QueryStoreProfile;
import io.sqlserversim.types.SqlType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * sys.query_store_replicas, from 2022 on: the roles that exist, in 2025; before, empty on a server without replicas,
 * although runtime stats name replica group 1.
 */
final class ReplicasView {
    private static final List<String> ROLES = List.of("Primary", "Secondary", "Geo Secondary", "Geo HA Secondary");

    private ReplicasView() {}

    static StoreView<ReplicaRows> of(QueryStoreProfile profile, Supplier<Moment> store, ViewCosts costs) {
        List<ViewColumn<ReplicaRows>> columns = new ViewColumns<ReplicaRows>(profile)
                .required("replica_group_id", BIGINT, row -> row.current().id())
                .required("role_type", SMALLINT, row -> row.current().role())
                .optional(
                        "replica_name",
                        SqlType.nvarchar(644),
                        row -> row.current().name())
                .list();
        return new StoreView<>(
                "sys.query_store_replicas",
                ViewCost.SMALL,
                columns,
                List.of(),
                costs,
                bounds -> new ReplicaRows(replicas(profile, store.get())));
    }

    private static List<ReplicaGroup> replicas(QueryStoreProfile profile, Moment moment) {
        List<ReplicaGroup> others = moment.traits().groups();
        List<ReplicaGroup> all = new ArrayList<>();
        if (profile.level() < 17) {
            if (!others.isEmpty()) {
                all.add(new ReplicaGroup(ReplicaGroup.LOCAL, 1, ROLES.getFirst(), 0, 0));
                all.addAll(others);
            }
            return all;
        }
        for (int i = 0; i < ROLES.size(); i++) {
            long id = i + 1L;
            String role = ROLES.get(i);
            int number = i + 1;
            all.add(others.stream()
                    .filter(group -> group.id() == id)
                    .findFirst()
                    .orElse(new ReplicaGroup(id, number, role, 0, 0)));
        }
        others.stream().filter(group -> group.id() > ROLES.size()).forEach(all::add);
        return all;
    }

    /** Confined to one thread. */
    static final class ReplicaRows implements Rows {
        private final List<ReplicaGroup> replicas;
        private int next;

        ReplicaRows(List<ReplicaGroup> replicas) {
            this.replicas = replicas;
        }

        @Override
        public boolean advance() {
            next++;
            return next <= replicas.size();
        }

        @Override
        public long visited() {
            return Math.min(next, replicas.size());
        }

        private ReplicaGroup current() {
            return replicas.get(next - 1);
        }
    }
}
