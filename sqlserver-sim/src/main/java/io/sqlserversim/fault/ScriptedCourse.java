package io.sqlserversim.fault;

import io.sqlserversim.engine.ResponseSink;
import io.sqlserversim.session.Session;

/** One statement under one fault. Confined to the thread that executes it. */
final class ScriptedCourse implements StatementFaults.Course {
    private final FaultPlan plan;
    private final ArmedRule armed;
    private final Fault.OnStatement fault;
    private final Session session;
    private boolean done;

    ScriptedCourse(FaultPlan plan, ArmedRule armed, Fault.OnStatement fault, Session session) {
        this.plan = plan;
        this.armed = armed;
        this.fault = fault;
        this.session = session;
        session.signals().deaf(isDeaf());
    }

    private boolean isDeaf() {
        return switch (fault) {
            case Fault.Hang hang -> hang.deaf();
            case Fault.Trickle trickle -> trickle.deaf();
            case Fault.Drop drop -> false;
            case Fault.Fail fail -> false;
        };
    }

    @Override
    public void beforeRow(ResponseSink sink, long rowsSent) {
        if (done) {
            return;
        }
        switch (fault) {
            case Fault.Trickle trickle -> {
                sink.flush();
                plan.hold(armed, session, trickle.perRow(), sink.bytes());
            }
            case Fault.Hang hang -> {
                if (reached(hang.at(), sink, rowsSent)) {
                    hang(hang, sink);
                }
            }
            case Fault.Drop drop -> {
                if (reached(drop.at(), sink, rowsSent)) {
                    sink.flush();
                    sink.dropConnection();
                }
            }
            case Fault.Fail fail -> {
                if (reached(fail.at(), sink, rowsSent)) {
                    throw fail.error();
                }
            }
        }
    }

    private boolean reached(Point at, ResponseSink sink, long rowsSent) {
        done = at.isReached(rowsSent, sink.bytes());
        return done;
    }

    private void hang(Fault.Hang hang, ResponseSink sink) {
        if (!hang.at().equals(Point.START)) {
            sink.flush();
        }
        try {
            plan.hold(armed, session, hang.hold(), sink.bytes());
        } finally {
            session.signals().deaf(false);
        }
        session.signals().check();
    }
}
