-- name: applock_release
-- reads: sp_releaseapplock
-- params: none
-- columns: released
-- since: 13
-- permission: none beyond having the lock
DECLARE /* tidegate:applock_release */ @released int;
EXEC @released = sys.sp_releaseapplock @Resource = N'tidegate/heavy/1', @LockOwner = 'Session', @DbPrincipal = 'public';
SELECT @released AS released;
