package io.tidegate.collector.probe;

import io.tidegate.sqlserver.fault.Fault;
import io.tidegate.sqlserver.fault.SqlServerException;
import io.tidegate.sqlserver.read.DatabaseState;
import io.tidegate.sqlserver.read.GeoLink;
import io.tidegate.sqlserver.session.Channel;
import java.util.List;
import java.util.Optional;

/**
 * Which copy of a geo-replicated database of Azure SQL Database this is. Its link takes the place of the availability group
 * that other platforms have: the service's own groups are not what a customer replicates. Thread-safe.
 */
final class GeoCopies {
    private final Registrations registrations;
    private volatile String words = "";

    GeoCopies(Registrations registrations) {
        this.registrations = registrations;
    }

    /**
     * Asks for the links of the session's database, and says of each copy what it is. Blocks for a light batch; without the
     * right to ask, each copy is taken for the only one.
     */
    List<DatabaseState> told(Channel channel, List<DatabaseState> states, Registrations.Seen here) {
        List<GeoLink> links = links(channel);
        links.stream().filter(GeoLink::isPrimary).forEach(link -> registrations.primary(link.id(), here));
        Optional<GeoLink> from =
                links.stream().filter(link -> !link.isPrimary()).findFirst();
        return states.stream()
                .map(state -> state.inGroup(from.map(GeoLink::id).orElse("")))
                .toList();
    }

    private List<GeoLink> links(Channel channel) {
        try {
            List<GeoLink> links = GeoLink.readAll(channel);
            words = "";
            return links;
        } catch (SqlServerException refused) {
            if (refused.fault().endsSession()) {
                throw refused;
            }
            words = refused.fault() instanceof Fault.NotPermitted
                    ? "whether this is a geo-replica is not known, so that it may be collected beside its primary: "
                            + refused.fault().message()
                    : "";
            return List.of();
        }
    }

    /** What is not known of it, for a user; empty when all is. */
    String words() {
        return words;
    }
}
