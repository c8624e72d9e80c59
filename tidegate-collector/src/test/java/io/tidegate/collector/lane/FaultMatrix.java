package io.tidegate.collector.lane;

import static io.tidegate.collector.lane.FaultCell.Lease.ABANDONED_THEN_FREE;
import static io.tidegate.collector.lane.FaultCell.Lease.ABANDONED_THEN_UNKNOWN;
import static io.tidegate.collector.lane.FaultCell.Lease.FREE;
import static io.tidegate.collector.lane.FaultCell.Lease.UNKNOWN;
import static io.tidegate.collector.lane.FaultCell.Ledger.COMPLETE;
import static io.tidegate.collector.lane.FaultCell.Ledger.MOVED;
import static io.tidegate.collector.lane.FaultCell.Ledger.UNMOVED;
import static io.tidegate.core.status.PassOutcome.ABANDONED;
import static io.tidegate.core.status.PassOutcome.CUT;
import static io.tidegate.core.status.PassOutcome.DEFERRED;
import static io.tidegate.core.status.PassOutcome.DONE;
import static io.tidegate.core.status.PassOutcome.FAILED;

import io.tidegate.collector.lane.FaultCell.Ledger;
import io.tidegate.collector.lane.FaultCell.What;
import io.tidegate.collector.lane.FaultCell.Where;
import io.tidegate.core.status.PassOutcome;
import java.util.ArrayList;
import java.util.List;

/** What is expected of each fault at each place. No state. */
final class FaultMatrix {
    static final List<FaultCell> CELLS = new ArrayList<>();

    private static final String GONE = "Unreachable";
    private static final String NO_STATEMENT = "attention is for a statement, and none was sent";
    private static final String NO_SESSION = "there is no session yet";

    static {
        connect();
        login();
        lock();
        firstByte();
        midRow();
        end();
        commit();
    }

    private FaultMatrix() {}

    private static void connect() {
        Where at = Where.CONNECT;
        fault(at, What.REFUSE, GONE, FAILED, FREE, UNMOVED, "nobody listens on the port");
        fault(
                at,
                What.STALL,
                GONE,
                FAILED,
                FREE,
                UNMOVED,
                "a black hole: accepted and never answered; ends at the login limit");
        fault(at, What.RESET, GONE, FAILED, FREE, UNMOVED, "reset as soon as it was accepted");
        fault(at, What.HALF_CLOSE, GONE, FAILED, FREE, UNMOVED, "the server ends its side as soon as it has accepted");
        none(at, What.ERROR, "a server says nothing before it is spoken to; errors come at the login");
        none(at, What.TRICKLE, "the handshake is one answer of the kernel's: late is a stall");
        fault(at, What.GARBAGE, GONE, FAILED, FREE, UNMOVED, "the first bytes are no TDS");
        none(at, What.DEAF, NO_STATEMENT);
        none(at, What.KILL, NO_SESSION);
    }

    private static void login() {
        Where at = Where.LOGIN;
        fault(
                at,
                What.REFUSE,
                "LoginRefused",
                FAILED,
                FREE,
                UNMOVED,
                "18456; the next tries are spaced, see `RefusedLoginTest`");
        fault(at, What.STALL, GONE, FAILED, FREE, UNMOVED, "silent in the midst of it; ends at the login limit");
        fault(at, What.RESET, GONE, FAILED, FREE, UNMOVED, "reset in the midst of it");
        fault(at, What.HALF_CLOSE, GONE, FAILED, FREE, UNMOVED, "the server ends its side in the midst of it");
        fault(at, What.ERROR, "Transient", FAILED, FREE, UNMOVED, "17187: the server is not ready yet");
        fault(at, What.TRICKLE, "", DONE, FREE, COMPLETE, "slow answers within the login limit");
        fault(at, What.GARBAGE, GONE, FAILED, FREE, UNMOVED, "garbage behind the first answer");
        none(at, What.DEAF, NO_STATEMENT);
        none(at, What.KILL, NO_SESSION);
    }

    private static void lock() {
        Where at = Where.LOCK;
        fault(at, What.REFUSE, "", DEFERRED, FREE, UNMOVED, "another installation has the lock");
        fault(
                at,
                What.STALL,
                "TimedOut",
                FAILED,
                UNKNOWN,
                UNMOVED,
                "no answer within the limit of a light statement: it may have been granted");
        fault(at, What.RESET, GONE, FAILED, UNKNOWN, UNMOVED, "it may have been granted");
        fault(at, What.HALF_CLOSE, GONE, FAILED, UNKNOWN, UNMOVED, "it may have been granted");
        fault(
                at,
                What.ERROR,
                "Transient",
                FAILED,
                UNKNOWN,
                UNMOVED,
                "701: only the answer of the procedure says that nothing is held");
        fault(at, What.TRICKLE, "", DONE, FREE, COMPLETE, "a late answer within the limit");
        fault(at, What.GARBAGE, GONE, FAILED, UNKNOWN, UNMOVED, "it may have been granted");
        fault(
                at,
                What.DEAF,
                GONE,
                ABANDONED,
                ABANDONED_THEN_UNKNOWN,
                UNMOVED,
                "no answer, no acknowledgement: aborted at the second limit");
        fault(at, What.KILL, GONE, FAILED, UNKNOWN, UNMOVED, "our session is killed while it asks");
    }

    private static void firstByte() {
        Where at = Where.FIRST_BYTE;
        fault(at, What.REFUSE, "NotPermitted", FAILED, FREE, UNMOVED, "262: the right is missing");
        fault(at, What.STALL, "", CUT, FREE, UNMOVED, "attention at the time limit, acknowledged");
        fault(at, What.RESET, GONE, FAILED, UNKNOWN, UNMOVED, "the statement may still run");
        fault(at, What.HALF_CLOSE, GONE, FAILED, UNKNOWN, UNMOVED, "the statement may still run");
        fault(at, What.ERROR, "Transient", FAILED, FREE, UNMOVED, "1105: tempdb is full");
        fault(at, What.TRICKLE, "", DONE, FREE, COMPLETE, "a late first row within the limit");
        fault(at, What.GARBAGE, GONE, FAILED, UNKNOWN, UNMOVED, "the statement may still run");
        fault(
                at,
                What.DEAF,
                GONE,
                ABANDONED,
                ABANDONED_THEN_UNKNOWN,
                UNMOVED,
                "attention is not heard: aborted at the second limit");
        fault(at, What.KILL, GONE, FAILED, UNKNOWN, UNMOVED, "596 and the end of the connection");
    }

    private static void midRow() {
        Where at = Where.MID_ROW;
        none(at, What.REFUSE, "rights are looked at before the first row");
        fault(
                at,
                What.STALL,
                "",
                CUT,
                FREE,
                MOVED,
                "attention at the time limit; what was read is stored with its cursor");
        fault(at, What.RESET, GONE, FAILED, UNKNOWN, UNMOVED, "the batch in hand is dropped and read again");
        fault(at, What.HALF_CLOSE, GONE, FAILED, UNKNOWN, UNMOVED, "the batch in hand is dropped and read again");
        fault(at, What.ERROR, "Transient", FAILED, FREE, UNMOVED, "1205: victim of a deadlock");
        fault(
                at,
                What.TRICKLE,
                "",
                DONE,
                FREE,
                COMPLETE,
                "slow rows within the limits; beyond them see `HeavySessionWireTest`");
        fault(at, What.GARBAGE, GONE, FAILED, UNKNOWN, UNMOVED, "the batch in hand is dropped and read again");
        fault(
                at,
                What.DEAF,
                GONE,
                ABANDONED,
                ABANDONED_THEN_UNKNOWN,
                UNMOVED,
                "attention is not heard: aborted at the second limit");
        fault(at, What.KILL, GONE, FAILED, UNKNOWN, UNMOVED, "596 and the end of the connection");
    }

    private static void end() {
        Where at = Where.END;
        none(
                at,
                What.REFUSE,
                "an answer other than 0 is a release that failed, as with an error; `HeavySessionsTest` has it");
        fault(at, What.STALL, "", DONE, UNKNOWN, COMPLETE, "all is stored; the release of the lock is not answered");
        fault(at, What.RESET, "", DONE, UNKNOWN, COMPLETE, "all is stored; the release of the lock is not answered");
        fault(
                at,
                What.HALF_CLOSE,
                "",
                DONE,
                UNKNOWN,
                COMPLETE,
                "all is stored; the release of the lock is not answered");
        fault(at, What.ERROR, "", DONE, UNKNOWN, COMPLETE, "701 in place of the release");
        fault(at, What.TRICKLE, "", DONE, FREE, COMPLETE, "a late release within the limit");
        fault(at, What.GARBAGE, "", DONE, UNKNOWN, COMPLETE, "all is stored; the release of the lock cannot be read");
        fault(
                at,
                What.DEAF,
                "",
                ABANDONED,
                ABANDONED_THEN_UNKNOWN,
                COMPLETE,
                "all is stored; aborted at the second limit");
        fault(at, What.KILL, "", DONE, UNKNOWN, COMPLETE, "all is stored; killed while it releases");
    }

    private static void commit() {
        Where at = Where.COMMIT;
        fault(at, What.REFUSE, "StoreException", FAILED, FREE, UNMOVED, "the store keeps nothing and says so");
        fault(
                at,
                What.STALL,
                "",
                ABANDONED,
                ABANDONED_THEN_FREE,
                UNMOVED,
                "the commit hangs and comes late, under its lease");
        fault(at, What.RESET, "StoreException", FAILED, FREE, UNMOVED, "ambiguous, and it had not happened");
        fault(
                at,
                What.HALF_CLOSE,
                "StoreException",
                FAILED,
                FREE,
                COMPLETE,
                "ambiguous, and it had happened: nothing is stored twice");
        fault(at, What.ERROR, "IllegalStateException", FAILED, FREE, UNMOVED, "an unforeseen fault of the store");
        fault(
                at,
                What.TRICKLE,
                "",
                DONE,
                FREE,
                COMPLETE,
                "each call takes a minute: what was read is stored all the same");
        none(at, What.GARBAGE, "the store answers in types, in this process; its contract tests hold it to them");
        fault(
                at,
                What.DEAF,
                "",
                ABANDONED,
                ABANDONED_THEN_UNKNOWN,
                UNMOVED,
                "the commit hangs beyond the second limit, where our session is aborted");
        fault(at, What.KILL, "", DONE, UNKNOWN, COMPLETE, "our session is killed while the store commits what it read");
    }

    private static void fault(
            Where where,
            What what,
            String fault,
            PassOutcome outcome,
            FaultCell.Lease lease,
            Ledger ledger,
            String note) {
        CELLS.add(new FaultCell(where, what, fault, outcome, lease, ledger, note));
    }

    private static void none(Where where, What what, String reason) {
        CELLS.add(new FaultCell(where, what, "", null, null, null, reason));
    }
}
