package io.sqlserversim.catalog.system;

import static io.sqlserversim.types.SqlType.BIGINT;
import static io.sqlserversim.types.SqlType.BIT;
import static io.sqlserversim.types.SqlType.DATETIME2;
import static io.sqlserversim.types.SqlType.INT;
import static io.sqlserversim.types.SqlType.nvarchar;

import io.sqlserversim.types.SqlType;
import java.util.List;

/** Views beside Query Store that each database has, system databases too. */
final class StoreStateViews {
    private static final SqlType TEXT = nvarchar(4000);
    private static final SqlType TIME = new SqlType(SqlType.Kind.TIME, 0, 0, 7);

    private StoreStateViews() {}

    /** {@code sys.database_query_store_internal_state}, from 2022 on: one row in every database. */
    static ListView<Integer> internalState() {
        ListView.Builder<Integer> view = ListView.named("sys.database_query_store_internal_state");
        view.constants(BIGINT, 0L, "pending_message_count", "messaging_memory_used_mb");
        return view.rows(asking -> List.of(1));
    }

    /** {@code sys.dm_db_tuning_recommendations}, from 2017 on: nobody recommends anything here. */
    static ListView<Integer> recommendations() {
        ListView.Builder<Integer> view = ListView.named("sys.dm_db_tuning_recommendations");
        view.nulls(TEXT, "name", "type", "reason")
                .nulls(DATETIME2, "valid_since", "last_refresh")
                .nulls(TEXT, "state")
                .nulls(BIT, "is_executable_action", "is_revertable_action");
        action(view, "execute");
        action(view, "revert");
        view.nulls(INT, "score").nulls(TEXT, "details");
        return view.rows(asking -> List.of());
    }

    private static void action(ListView.Builder<Integer> view, String verb) {
        view.nulls(DATETIME2, verb + "_action_start_time")
                .nulls(TIME, verb + "_action_duration")
                .nulls(TEXT, verb + "_action_initiated_by")
                .nulls(DATETIME2, verb + "_action_initiated_time");
    }
}
