package io.sqlserversim.fleet;

import java.time.Duration;

/**
 * Something that is asked of a fleet at a time of its own clock. Immutable.
 *
 * @param where its place in the file, for messages
 * @param at when for the first time, from the start of the fleet
 * @param every from one time to the next; zero for once
 * @param times how often, from 1
 * @param request the name of a request of the control channel, or {@value #CLEAR_FAULTS}
 * @param body the request's text, as the control channel takes it
 */
record ScriptEvent(String where, Duration at, Duration every, int times, String request, String body) {
    /** Takes rules of faults away; the control channel has it as DELETE. */
    static final String CLEAR_FAULTS = "clear-faults";

    /** When it comes for the n-th time, from 0. */
    Duration at(int n) {
        return at.plus(every.multipliedBy(n));
    }
}
