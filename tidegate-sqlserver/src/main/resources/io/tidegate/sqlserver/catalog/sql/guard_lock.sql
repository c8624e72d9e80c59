-- name: guard_lock
-- reads: none
-- params: none
-- columns: none
-- since: 13
-- permission: none
-- why-number: SqlServerFaults.GUARD_LOCK.
IF APPLOCK_MODE('public', N'tidegate/heavy/1', 'Session') <> N'Exclusive'
    THROW 50001, N'tidegate: this session has not the lock', 1;
