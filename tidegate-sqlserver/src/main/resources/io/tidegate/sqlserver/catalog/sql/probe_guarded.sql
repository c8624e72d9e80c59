-- name: probe_guarded
-- reads: none
-- params: probe nvarchar(max), intervals nvarchar(max), database_name nvarchar(128), known_id bigint
-- columns: failed_database, error_number, error_message
-- since: 13
-- permission: none beyond what the two statements need
-- why-nested: An error that is met when a statement is compiled, such as a database that cannot be opened, is
-- why-nested: caught only around a nested batch; so one bad database costs one line.
-- why-columns: Two results of the nested statements come first, or the failure alone.
-- why-bound: known_id moves with each interval: written into the text it would make two new plans each time, which the
-- why-bound: server keeps.
BEGIN TRY
    EXEC (:probe);
    EXEC sys.sp_executesql :intervals, N'@known_id bigint', @known_id = :known_id;
END TRY
BEGIN CATCH
    SELECT /* tidegate:probe_guarded */
        :database_name AS failed_database, ERROR_NUMBER() AS error_number, ERROR_MESSAGE() AS error_message;
END CATCH;
