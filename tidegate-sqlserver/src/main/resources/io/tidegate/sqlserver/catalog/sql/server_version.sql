-- name: server_version
-- reads: none
-- params: none
-- columns: product_version, product_level, edition, engine_edition, server_name, server_now
-- since: 13
-- permission: none
SELECT /* tidegate:server_version */
    CONVERT(nvarchar(128), SERVERPROPERTY('ProductVersion')) AS product_version,
    CONVERT(nvarchar(128), SERVERPROPERTY('ProductLevel')) AS product_level,
    CONVERT(nvarchar(128), SERVERPROPERTY('Edition')) AS edition,
    CONVERT(int, SERVERPROPERTY('EngineEdition')) AS engine_edition,
    CONVERT(nvarchar(256), SERVERPROPERTY('ServerName')) AS server_name,
    SYSUTCDATETIME() AS server_now;
