package io.tidegate.collector.probe;

import io.tidegate.sqlserver.capability.ServerVersion;
import io.tidegate.sqlserver.read.StoreColumns;
import io.tidegate.sqlserver.read.ViewColumns;
import io.tidegate.sqlserver.session.Channel;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is known of one server's version: asked once, and again behind each new login. Thread-safe. */
final class KnownServer {
    private volatile @Nullable ServerVersion version;
    private volatile @Nullable StoreColumns columns;
    private volatile ViewColumns views = new ViewColumns(Map.of());

    /** The version; asks for it, and for what its views have, where that is not known. Blocks for some light batches then. */
    ServerVersion version(Channel channel) {
        ServerVersion of = version;
        if (of == null || columns == null) {
            of = ServerVersion.read(channel);
            columns = StoreColumns.probe(channel);
            views = ViewColumns.probe(channel);
            version = of;
        }
        return of;
    }

    /** What its Query Store has; that of SQL Server 2022 before it was asked. */
    StoreColumns columns() {
        StoreColumns has = columns;
        return has == null ? StoreColumns.OF_2022 : has;
    }

    /** Which of the views over state it has; none before it was asked. */
    ViewColumns views() {
        return views;
    }

    /** It may have been upgraded: the version is asked again. */
    void forget() {
        version = null;
    }
}
