package io.sqlserversim.fault;

import io.sqlserversim.engine.ResponseSink;
import io.sqlserversim.session.Session;

/** Decides, when a statement begins to run, which scripted faults meet it. Thread-safe. */
public interface StatementFaults {
    /** No faults. */
    StatementFaults NONE = (session, text, heavy) -> Course.CLEAR;

    /**
     * Called once per statement that returns rows, after binding.
     *
     * @param session whose statement
     * @param text the batch it stands in
     * @param heavy whether it binds a heavy view
     * @return what will happen to it
     */
    Course begin(Session session, String text, boolean heavy);

    /** What will happen to one statement. Confined to the thread that executes it. */
    interface Course {
        /** Nothing. */
        Course CLEAR = (sink, rowsSent) -> {};

        /**
         * Called before the first row is produced (0) and before each further one.
         *
         * @param sink the answer under way
         * @param rowsSent rows sent so far
         */
        void beforeRow(ResponseSink sink, long rowsSent);
    }
}
