package io.sqlserversim.fleet;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What can be asked of a running fleet, by name: over the control channel, and by the script of a scenario. Thread-safe.
 */
final class FleetRequests {
    private final Map<String, Action> changes = new TreeMap<>();
    private final Action clearFaults;

    /** What a request does with its text, a JSON object; returns what becomes the answer. */
    interface Action {
        /**
         * Does it.
         *
         * @throws IllegalArgumentException naming the key and the rule, when the text is wrong; nothing is changed then
         */
        Object run(String body);
    }

    FleetRequests(Fleet fleet) {
        FaultRequests faults = new FaultRequests(fleet);
        OperatorRequests operator = new OperatorRequests(fleet);
        clearFaults = faults::clear;
        changes.put("faults", faults::add);
        changes.put("release", faults::release);
        changes.put("restart", operator::restart);
        changes.put("kill", operator::kill);
        changes.put("pressure", operator::pressure);
        changes.put("service-load", operator::serviceLoad);
        changes.put("failover", operator::failover);
        changes.put("session-recovery", operator::sessionRecovery);
        changes.put("databases", new DatabaseRequests(fleet)::change);
        changes.put("logins", new LoginRequests(fleet)::put);
        changes.put("querystore", new QueryStoreRequests(fleet)::event);
    }

    /** The names of all that change something. */
    Set<String> names() {
        return changes.keySet();
    }

    /** One of them by its name. */
    Action named(String name) {
        Action action = changes.get(name);
        if (action == null) {
            throw new IllegalArgumentException("no request '" + name + "'; there are " + names());
        }
        return action;
    }

    /** Takes rules of faults away. */
    Action clearFaults() {
        return clearFaults;
    }
}
