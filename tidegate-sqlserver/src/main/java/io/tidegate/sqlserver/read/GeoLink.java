package io.tidegate.sqlserver.read;

import io.tidegate.sqlserver.catalog.Statements;
import io.tidegate.sqlserver.session.Channel;
import java.util.List;
import java.util.Objects;

/**
 * A link of a database of Azure SQL Database to its copy on another server. Immutable.
 *
 * <p>Source: "sys.dm_geo_replication_link_status", SQL documentation: a row for each link, at both ends.
 *
 * @param id the same at both ends
 * @param partnerServer the server at the other end
 * @param partnerDatabase the database there
 * @param isPrimary whether this end is the one that is written
 */
public record GeoLink(String id, String partnerServer, String partnerDatabase, boolean isPrimary) {
    private static final int PRIMARY = 0;

    /**
     * Reads the links of the current database. Blocks for a light batch.
     *
     * @param channel a session in it
     * @return empty for most
     * @throws io.tidegate.sqlserver.fault.SqlServerException when it fails, as without VIEW DATABASE STATE
     */
    public static List<GeoLink> readAll(Channel channel) {
        return channel.query(
                Statements.GEO_LINKS.text().bind().build(),
                row -> new GeoLink(
                        Objects.requireNonNullElse(row.getString("link_guid"), ""),
                        Objects.requireNonNullElse(row.getString("partner_server"), ""),
                        Objects.requireNonNullElse(row.getString("partner_database"), ""),
                        row.getInt("role") == PRIMARY));
    }
}
