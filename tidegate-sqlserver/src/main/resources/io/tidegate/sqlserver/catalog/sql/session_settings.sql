-- name: session_settings
-- reads: none
-- params: none
-- columns: none
-- since: 13
-- permission: none
SET /* tidegate:session_settings */ NOCOUNT ON;
SET LOCK_TIMEOUT 1000;
SET DEADLOCK_PRIORITY LOW;
SET TRANSACTION ISOLATION LEVEL READ COMMITTED;
