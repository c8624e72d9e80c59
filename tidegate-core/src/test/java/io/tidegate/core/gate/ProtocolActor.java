package io.tidegate.core.gate;

import io.tidegate.core.gate.Victim.Session;
import java.util.Optional;
import java.util.Random;

/** One caller that keeps to the protocol of ring 3, one small move at a time, and meets a fault wherever one can be. */
final class ProtocolActor {
    /** What this login may do. */
    enum Rights {
        LOCK,
        LOCK_AND_VIEW,
        VIEW,
        NEITHER
    }

    private enum At {
        IDLE,
        ADMITTED,
        LOGGED_IN,
        MAY_SEND,
        RUNNING,
        RELEASING
    }

    private final Gate gate;
    private final Victim victim;
    private final Purpose purpose;
    private final boolean faults;
    private At at = At.IDLE;
    private Lease lease;
    private Session session;
    Rights rights;
    int heavyRuns;

    ProtocolActor(Gate gate, Victim victim, Purpose purpose, Rights rights, boolean faults) {
        this.gate = gate;
        this.victim = victim;
        this.purpose = purpose;
        this.rights = rights;
        this.faults = faults;
    }

    void move(Random random) {
        if (session != null && !session.alive) {
            goAway();
            return;
        }
        switch (at) {
            case IDLE -> {
                if (gate.tryAcquire(purpose, "Sales") instanceof Admission.Granted granted) {
                    lease = granted.lease();
                    at = At.ADMITTED;
                }
            }
            case ADMITTED -> {
                if (fault(random)) {
                    goAway();
                } else {
                    session = victim.login();
                    at = At.LOGGED_IN;
                }
            }
            case LOGGED_IN -> askLeave(random);
            case MAY_SEND -> send(random);
            case RUNNING -> run(random);
            case RELEASING -> release(random);
        }
    }

    boolean isIdle() {
        return at == At.IDLE;
    }

    private void askLeave(Random random) {
        InstanceIdentity here = session.identity.instance();
        if (rights == Rights.LOCK || rights == Rights.LOCK_AND_VIEW) {
            lease.lockAsked(session.identity);
            boolean had = victim.getLock(session);
            if (fault(random)) {
                leaveSocket();
            } else if (had) {
                lease.lockGranted();
                prove(here);
                at = lease.mayRunHeavy() ? At.MAY_SEND : At.RELEASING;
            } else {
                lease.lockRefused();
                hangUp();
            }
            return;
        }
        lease.lockAsked(session.identity);
        lease.lockDenied();
        boolean alone = rights == Rights.VIEW && !victim.otherSessionOfOurs(session);
        prove(here);
        if (lease.suspectOn(here).isPresent() || (rights == Rights.VIEW && !alone)) {
            hangUp();
            return;
        }
        lease.sentUnproven(session.identity, rights == Rights.VIEW ? StandIn.VIEW : StandIn.OPERATOR);
        at = At.MAY_SEND;
    }

    private void prove(InstanceIdentity here) {
        Optional<Suspect> suspect = lease.suspectOn(here);
        boolean sees = rights == Rights.VIEW || rights == Rights.LOCK_AND_VIEW;
        if (suspect.isPresent() && sees && !victim.isListed(suspect.get().session())) {
            lease.provenBy(new Proof.SessionGone(suspect.get().session(), here));
        }
        lease.provenBy(new Proof.GraceOver(here));
    }

    private void send(Random random) {
        if (fault(random)) {
            leaveSocket();
        } else if (lease.mayRunHeavy()) {
            session.heavyRuns = true;
            heavyRuns++;
            at = At.RUNNING;
        }
    }

    private void run(Random random) {
        int event = random.nextInt(faults ? 6 : 2);
        if (event < 2) {
            session.heavyRuns = false;
            at = At.RELEASING;
        } else if (event == 2) {
            leaveSocket();
        } else if (event == 3) {
            victim.end(session);
        } else if (event == 4) {
            lease.abandoned();
        }
    }

    private void release(Random random) {
        if (fault(random)) {
            leaveSocket();
        } else {
            session.hasLock = false;
            lease.released();
            hangUp();
        }
    }

    private boolean fault(Random random) {
        return faults && random.nextInt(5) == 0;
    }

    /** Abort, reset, time-out: the server does not know yet. */
    private void leaveSocket() {
        session.clientGone = true;
        goAway();
    }

    private void hangUp() {
        victim.end(session);
        goAway();
    }

    private void goAway() {
        lease.close();
        lease.close();
        session = null;
        at = At.IDLE;
    }
}
