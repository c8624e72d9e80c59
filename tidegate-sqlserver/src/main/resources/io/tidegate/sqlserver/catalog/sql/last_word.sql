-- name: last_word
-- reads: none
-- params: none
-- columns: answered
-- since: 13
-- permission: none
SELECT /* tidegate:last_word */ 1 AS answered;
