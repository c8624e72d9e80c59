package io.sqlserversim.instance;

import java.util.UUID;

/**
 * A database's end of a link of Azure's geo-replication. Immutable.
 *
 * @param id the same at both ends
 * @param partnerServer the server at the other end
 * @param partnerDatabase the database there
 * @param isPrimary whether this end is the one that is written
 */
public record GeoLink(UUID id, String partnerServer, String partnerDatabase, boolean isPrimary) {}
