-- name: state_context_settings
-- reads: query_context_settings
-- params: max_rows int
-- columns: context_settings_id, set_options, language_id, date_format, date_first, status, required_cursor_options,
-- columns: acceptable_cursor_options, merge_action_type, default_schema_id, is_replication_specific, is_contained
-- since: 13
-- permission: VIEW DATABASE STATE in the database; from 2022 on VIEW DATABASE PERFORMANCE STATE
-- why-limit: One row more than is kept is asked for: a result that is cut is no reading of the whole.
SELECT TOP (:max_rows) /* tidegate:state_context_settings */
    s.context_settings_id, s.set_options, s.language_id, s.date_format, s.date_first, s.status,
    s.required_cursor_options, s.acceptable_cursor_options, s.merge_action_type, s.default_schema_id,
    s.is_replication_specific, s.is_contained
FROM {db}.sys.query_context_settings AS s
OPTION (MAXDOP 1);
