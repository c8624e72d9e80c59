package io.tidegate.collector.probe;

import io.tidegate.core.store.SeriesGroups;
import io.tidegate.sqlserver.fault.Fault;
import io.tidegate.sqlserver.fault.SqlServerException;
import io.tidegate.sqlserver.read.DatabaseState;
import io.tidegate.sqlserver.read.GeoLink;
import io.tidegate.sqlserver.session.Channel;
import java.util.List;
import java.util.Map;

/**
 * Which copy of a geo-replicated database of Azure SQL Database this is. Its link takes the place of the availability group
 * that other platforms have: the service's own groups are not what a customer replicates. Thread-safe.
 *
 * <p>Source: the id of a link names it at the server of either end, before and after a failover ("Replication Links -
 * Failover", Azure SQL REST reference: the link of that id answers with the other role).
 */
final class GeoCopies {
    private final Registrations registrations;
    private volatile String words = "";
    private volatile String links = "";
    private volatile String recorded = "";

    GeoCopies(Registrations registrations) {
        this.registrations = registrations;
    }

    /**
     * Asks for the links of the session's database, and says of each copy what it is. Blocks for a light batch; without the
     * right to ask, each copy is taken for the only one. Where its links are other ones than the registry knows, what is
     * known of it is forgotten, so that the registry is asked again which series it is.
     */
    List<DatabaseState> told(
            Channel channel, List<DatabaseState> all, Registrations.Seen here, Map<String, SeriesState> states) {
        List<GeoLink> found = links(channel);
        found.stream().filter(GeoLink::isPrimary).forEach(link -> registrations.primary(link.id(), here));
        String from = found.stream()
                .filter(link -> !link.isPrimary())
                .map(GeoLink::id)
                .findFirst()
                .orElse("");
        if (!links.isEmpty() && !links.equals(recorded)) {
            states.clear();
        }
        return all.stream().map(state -> state.inGroup(from)).toList();
    }

    /** What the registry is to know the database by: its links, as the last look that was answered found them. */
    String links() {
        return links;
    }

    /** The registry was told. */
    void recorded(String group) {
        recorded = group;
    }

    private List<GeoLink> links(Channel channel) {
        try {
            List<GeoLink> found = GeoLink.readAll(channel);
            links = SeriesGroups.ofLinks(found.stream().map(GeoLink::id).toList());
            words = "";
            return found;
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
