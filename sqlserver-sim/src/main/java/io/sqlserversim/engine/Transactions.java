package io.sqlserversim.engine;

import io.sqlserversim.engine.ResponseSink.Command;
import io.sqlserversim.session.SessionSettings;
import io.sqlserversim.sql.Statement;

/** Transactions, which are counted; nothing that the server stores can be changed in them. */
final class Transactions {
    private Transactions() {}

    static void execute(Statement.Transaction statement, Run run) {
        SessionSettings settings = run.session.settings();
        int count = settings.transactionCount();
        switch (statement.action()) {
            case BEGIN -> settings.transactionCount(count + 1);
            case COMMIT -> {
                if (count == 0) {
                    throw new SqlError(
                            3902, 16, 1, "The COMMIT TRANSACTION request has no corresponding BEGIN" + " TRANSACTION.");
                }
                if (count > 1) {
                    settings.transactionCount(count - 1);
                } else {
                    settings.endTransaction(true);
                    run.services.locks().releaseTransaction(run.session);
                }
            }
            case ROLLBACK -> {
                if (count == 0) {
                    throw new SqlError(
                            3903,
                            16,
                            1,
                            "The ROLLBACK TRANSACTION request has no corresponding BEGIN" + " TRANSACTION.");
                }
                rollBack(run);
            }
            case SAVE -> {
                if (count == 0) {
                    throw new SqlError(
                            628, 16, 0, "Cannot issue SAVE TRANSACTION when there is no active transaction.");
                }
            }
        }
        run.done(Command.OTHER, -1);
    }

    static void rollBack(Run run) {
        if (run.session.settings().transactionCount() > 0) {
            run.session.settings().endTransaction(false);
            run.services.locks().releaseTransaction(run.session);
        }
    }

    /** With IMPLICIT_TRANSACTIONS a statement that reads or writes a table begins one. */
    static void beginImplicitly(Run run) {
        if (run.state.options().isOn("IMPLICIT_TRANSACTIONS")
                && run.session.settings().transactionCount() == 0) {
            run.session.settings().transactionCount(1);
        }
    }
}
