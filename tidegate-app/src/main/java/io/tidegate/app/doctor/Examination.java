package io.tidegate.app.doctor;

import io.tidegate.collector.CollectorSettings;
import io.tidegate.core.privacy.TextPrivacy;
import io.tidegate.core.time.Ticker;
import io.tidegate.sqlserver.capability.DatabaseReport;
import io.tidegate.sqlserver.capability.ServerReport;
import io.tidegate.sqlserver.fault.Fault;
import io.tidegate.sqlserver.fault.SqlServerException;
import io.tidegate.sqlserver.pressure.PressureGauge;
import io.tidegate.sqlserver.read.DatabaseProbe;
import io.tidegate.sqlserver.read.ServerProbe;
import io.tidegate.sqlserver.read.ViewColumns;
import io.tidegate.sqlserver.session.Channel;
import io.tidegate.sqlserver.session.OpenedSession;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Examines a server by light statements only: those of a probe, and the interval list. Takes no lease. Immutable.
 *
 * @param settings how much may be taken of that server
 * @param texts how much of texts is stored
 * @param store what is held of it already
 * @param ticker for durations
 */
public record Examination(CollectorSettings settings, TextPrivacy texts, StoreSide store, Ticker ticker) {
    private static final int CORES_ASSUMED = 1;

    /**
     * Examines. Blocks for some light batches, and for some per database.
     *
     * @param session a light session
     * @return what was found
     * @throws SqlServerException when the server itself cannot be asked; a database that cannot is in the answer
     */
    public Diagnosis run(OpenedSession session) {
        Channel channel = session.channel();
        ServerReport report = ServerReport.examine(session);
        Skips skips = new Skips(session.target(), report);
        skips.bySettings(settings, texts);
        skips.bySession(session);
        store.status().ifPresent(skips::byProcess);
        ViewColumns views = ViewColumns.probe(channel);
        skips.byVersion(views);
        List<SourceHistory> histories = new ArrayList<>();
        for (DatabaseProbe probe : probe(channel, report, skips)) {
            history(channel, probe, views, skips).ifPresent(histories::add);
        }
        Optional<Integer> cores = cores(channel, session.target().isDatabase());
        ImportEstimate estimate =
                ImportEstimate.of(histories, store.rate(), settings, cores.orElse(CORES_ASSUMED), cores.isPresent());
        return Diagnosis.of(report, estimate, store.why(), skips.all());
    }

    private static List<DatabaseProbe> probe(Channel channel, ServerReport report, Skips skips) {
        List<ServerProbe.Ask> asks = report.databases().stream()
                .filter(skips::mayEnter)
                .map(DatabaseReport::state)
                .map(state -> new ServerProbe.Ask(state.name(), Long.MAX_VALUE, 1))
                .toList();
        return ServerProbe.run(channel, asks);
    }

    private Optional<SourceHistory> history(Channel channel, DatabaseProbe probe, ViewColumns views, Skips skips) {
        switch (probe) {
            case DatabaseProbe.NeverOn off -> skips.neverOn(off.database());
            case DatabaseProbe.Failed failed -> skips.failed(failed.database(), failed.fault());
            case DatabaseProbe.Seen seen -> {
                try {
                    SourceHistory history = SourceHistory.read(channel, seen, settings.horizon(), store);
                    skips.byState(history);
                    skips.byRights(channel, views, seen.database());
                    return Optional.of(history);
                } catch (SqlServerException failed) {
                    Fault fault = failed.fault();
                    if (fault.endsSession()) {
                        throw failed;
                    }
                    skips.failed(seen.database(), fault);
                }
            }
        }
        return Optional.empty();
    }

    /** Of a database of Azure SQL Database those that were bought, where that was not in DTUs. */
    private Optional<Integer> cores(Channel channel, boolean isDatabase) {
        PressureGauge gauge = new PressureGauge(ticker);
        if (isDatabase) {
            gauge.readService(channel);
        } else {
            gauge.read(channel);
        }
        return gauge.cores();
    }
}
