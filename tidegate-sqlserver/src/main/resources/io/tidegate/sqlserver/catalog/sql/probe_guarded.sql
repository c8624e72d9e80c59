-- name: probe_guarded
-- reads: none
-- params: probe nvarchar(max), intervals nvarchar(max), database_name nvarchar(128)
-- columns: failed_database, error_number, error_message
-- since: 13
-- permission: none beyond what the two statements need
-- why-nested: An error that is met when a statement is compiled, such as a database that cannot be opened, is
-- why-nested: caught only around a nested batch; so one bad database costs one line.
-- why-columns: Two results of the nested statements come first, or the failure alone.
BEGIN TRY
    EXEC (:probe);
    EXEC (:intervals);
END TRY
BEGIN CATCH
    SELECT /* tidegate:probe_guarded */
        :database_name AS failed_database, ERROR_NUMBER() AS error_number, ERROR_MESSAGE() AS error_message;
END CATCH;
