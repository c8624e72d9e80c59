package io.tidegate.core.gate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The gate's table of transitions written down as plainly as possible: one thread, plain fields, leases are numbers. What
 * {@link ServerGate} is compared with, step by step.
 */
final class GateReference {
    /** One lease that was ever granted. */
    static final class Told {
        String stage = "nothing";
        SessionIdentity session;
        boolean closed;
    }

    final List<Told> leases = new ArrayList<>();
    final Map<InstanceIdentity, Suspect> suspects = new HashMap<>();
    int holder = -1;

    /** The number of the new lease, or -1. */
    int tryAcquire() {
        if (holder >= 0) {
            return -1;
        }
        leases.add(new Told());
        holder = leases.size() - 1;
        return holder;
    }

    /** Whether the step is legal; does it if so. */
    boolean tell(int lease, String what, SessionIdentity session) {
        Told told = leases.get(lease);
        String legalFrom = switch (what) {
            case "asked" -> "nothing";
            case "refused", "denied", "granted" -> "asked";
            case "view", "operator" -> "nothing denied";
            case "released" -> "granted view operator";
            default -> throw new IllegalArgumentException(what);
        };
        boolean sends = what.equals("view") || what.equals("operator");
        if (holder == lease && sends) {
            seenBySession(session.instance());
        }
        if (told.closed
                || !List.of(legalFrom.split(" ")).contains(told.stage)
                || (sends && suspects.containsKey(session.instance()))) {
            return false;
        }
        told.stage = what;
        if (what.equals("asked") || sends) {
            told.session = session;
            seenBySession(session.instance());
        }
        if (what.equals("granted") && keptBy(told.session.instance(), Suspect.Kept.BY_LOCK)) {
            suspects.remove(told.session.instance());
        }
        return true;
    }

    boolean mayRunHeavy(int lease) {
        Told told = leases.get(lease);
        return !told.closed
                && List.of("granted", "view", "operator").contains(told.stage)
                && !suspects.containsKey(told.session.instance());
    }

    boolean sessionGone(int lease, SessionIdentity gone, InstanceIdentity seenOn) {
        Suspect suspect = suspects.get(seenOn);
        if (holder == lease && suspect != null && suspect.session().equals(gone)) {
            suspects.remove(seenOn);
        }
        return holder == lease && !suspects.containsKey(seenOn);
    }

    boolean graceOver(int lease, InstanceIdentity on, long nowNanos) {
        if (holder == lease
                && keptBy(on, Suspect.Kept.BY_OPERATOR)
                && nowNanos - suspects.get(on).sinceNanos() >= 3_600_000_000_000L) {
            suspects.remove(on);
        }
        return holder == lease && !suspects.containsKey(on);
    }

    Suspect suspectOn(int lease, InstanceIdentity here) {
        if (holder != lease) {
            return null;
        }
        seenBySession(here);
        return suspects.get(here);
    }

    void instanceSeen(InstanceIdentity now) {
        suspects.keySet()
                .removeIf(life -> life.sameServerAs(now) && life.startedAt().isBefore(now.startedAt()));
    }

    void close(int lease, long nowNanos) {
        Told told = leases.get(lease);
        if (told.closed) {
            return;
        }
        told.closed = true;
        holder = -1;
        Suspect.Kept kept = switch (told.stage) {
            case "asked", "granted" -> Suspect.Kept.BY_LOCK;
            case "view" -> Suspect.Kept.BY_VIEW;
            case "operator" -> Suspect.Kept.BY_OPERATOR;
            default -> null;
        };
        if (kept != null) {
            suspects.putIfAbsent(told.session.instance(), new Suspect(told.session, kept, nowNanos));
        }
    }

    void seed(SessionIdentity session, long nowNanos) {
        suspects.putIfAbsent(session.instance(), new Suspect(session, Suspect.Kept.BY_OPERATOR, nowNanos));
    }

    private void seenBySession(InstanceIdentity here) {
        suspects.keySet().removeIf(life -> life.sameServerAs(here) && !life.equals(here));
    }

    private boolean keptBy(InstanceIdentity on, Suspect.Kept kept) {
        return suspects.containsKey(on) && suspects.get(on).kept() == kept;
    }
}
