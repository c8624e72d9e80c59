-- name: geo_links
-- reads: dm_geo_replication_link_status
-- params: none
-- columns: link_guid, partner_server, partner_database, role
-- since: 13
-- permission: VIEW DATABASE STATE
-- why-asked: Azure SQL Database only: copies on other servers are in no availability group that a session could see. The
-- why-asked: guid of a link is the same at both ends.
SELECT /* tidegate:geo_links */
    CONVERT(nvarchar(36), l.link_guid) AS link_guid, l.partner_server, l.partner_database, l.role
FROM sys.dm_geo_replication_link_status AS l
OPTION (MAXDOP 1);
