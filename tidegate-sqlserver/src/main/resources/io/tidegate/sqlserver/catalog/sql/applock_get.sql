-- name: applock_get
-- reads: sp_getapplock
-- params: none
-- columns: granted
-- since: 13
-- permission: EXECUTE on sys.sp_getapplock, which public has
-- why-name: Resource and principal are the same for every installation, so that strangers exclude each other.
DECLARE /* tidegate:applock_get */ @granted int;
EXEC @granted = sys.sp_getapplock @Resource = N'tidegate/heavy/1', @LockMode = 'Exclusive', @LockOwner = 'Session',
    @LockTimeout = 0, @DbPrincipal = 'public';
SELECT @granted AS granted;
