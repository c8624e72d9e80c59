package io.sqlserversim.engine;

import io.sqlserversim.locks.AppLocks;
import io.sqlserversim.locks.LockKey;
import io.sqlserversim.locks.LockMode;
import io.sqlserversim.locks.LockOwner;
import io.sqlserversim.session.Session;
import io.sqlserversim.types.SqlType;
import java.time.Duration;
import java.util.List;

/** sp_getapplock and sp_releaseapplock. */
final class LockProcedures {
    private static final int BAD_ARGUMENTS = -999;
    private static final SqlType RESOURCE = SqlType.nvarchar(255);
    private static final SqlType WORD = SqlType.varchar(32);
    private static final Signature GET = new Signature(
            "sp_getapplock",
            List.of(
                    new Signature.Parameter("@Resource", RESOURCE, false),
                    new Signature.Parameter("@LockMode", WORD, true),
                    new Signature.Parameter("@LockOwner", WORD, false),
                    new Signature.Parameter("@LockTimeout", SqlType.INT, false),
                    new Signature.Parameter("@DbPrincipal", SqlType.SYSNAME, false)));
    private static final Signature RELEASE = new Signature(
            "sp_releaseapplock",
            List.of(
                    new Signature.Parameter("@Resource", RESOURCE, false),
                    new Signature.Parameter("@LockOwner", WORD, false),
                    new Signature.Parameter("@DbPrincipal", SqlType.SYSNAME, false)));

    private final Run run;

    LockProcedures(Run run) {
        this.run = run;
    }

    static LockKey key(String database, String principal, String resource) {
        return new LockKey(database, principal.toLowerCase(java.util.Locale.ROOT), resource);
    }

    /** Only public, dbo, guest and the caller are known in every database. */
    static void checkPrincipal(Session session, String name) {
        boolean known = List.of("public", "dbo", "guest", session.login().loginName()).stream()
                .anyMatch(candidate -> io.sqlserversim.types.Collation.same(candidate, name));
        if (!known) {
            throw new SqlError(
                    1202, 16, 1, "The database principal '" + name + "' does not exist, or user is not a member.");
        }
    }

    private void checkPermission(Signature signature) {
        boolean allowed = run.services.catalog().mayExecute(run.session, signature.procedure());
        if (!allowed || run.services.locks().denied()) {
            throw new SqlError(
                    229,
                    14,
                    5,
                    "The EXECUTE permission was denied on the object '" + signature.procedure()
                            + "', database 'mssqlsystemresource', schema 'sys'.");
        }
    }

    int get(List<Actual> actuals, String database) {
        checkPermission(GET);
        Signature.Call call = GET.match(actuals);
        LockMode mode = LockMode.of(call.text(1, ""));
        LockOwner owner = LockOwner.of(call.text(2, "Transaction"));
        if (!call.isGiven(0) || mode == null || owner == null || isOutsideTransaction(owner)) {
            return BAD_ARGUMENTS;
        }
        int timeout = timeout(call);
        String principal = call.text(4, "public");
        checkPrincipal(run.session, principal);
        LockKey key = key(scope(database), principal, resource(call, "sp_getapplock"));
        AppLocks.Outcome outcome = run.services.locks().acquire(run.session, key, mode, owner, nanos(timeout));
        return outcome.code();
    }

    private String scope(String database) {
        return run.services.catalog().lockScope(run.session, database);
    }

    private boolean isOutsideTransaction(LockOwner owner) {
        return owner == LockOwner.TRANSACTION && run.session.settings().transactionCount() == 0;
    }

    private int timeout(Signature.Call call) {
        int timeout = call.value(3) instanceof Integer given
                ? given
                : run.session.settings().lockTimeoutMillis();
        if (timeout < -1) {
            throw new SqlError(1227, 16, 1, "An invalid application lock time-out was passed to sp_getapplock.");
        }
        return timeout;
    }

    private long nanos(int timeoutMillis) {
        if (timeoutMillis == -1) {
            return Long.MAX_VALUE;
        }
        return run.services.clock().real(Duration.ofMillis(timeoutMillis)).toNanos();
    }

    private static String resource(Signature.Call call, String procedure) {
        if (call.value(0) instanceof String resource) {
            return resource;
        }
        throw new SqlError(1224, 16, 5, "An invalid application lock resource was passed to " + procedure + ".");
    }

    int release(List<Actual> actuals, String database) {
        checkPermission(RELEASE);
        Signature.Call call = RELEASE.match(actuals);
        LockOwner owner = LockOwner.of(call.text(1, "Transaction"));
        if (!call.isGiven(0) || owner == null || isOutsideTransaction(owner)) {
            return BAD_ARGUMENTS;
        }
        String principal = call.text(2, "public");
        checkPrincipal(run.session, principal);
        String resource = resource(call, "sp_releaseapplock");
        if (!run.services.locks().release(run.session, key(scope(database), principal, resource), owner)) {
            throw new SqlError(
                    1223,
                    16,
                    1,
                    "Cannot release the application lock (Database Principal: '" + principal + "', Resource: '"
                            + resource + "') because it is not currently held.");
        }
        return 0;
    }
}
