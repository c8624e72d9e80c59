package io.sqlserversim.fault;

/**
 * One line of a fault script. Immutable.
 *
 * @param name unique in its plan
 * @param match what it looks at; a {@link Fault.Connect} sees each connection before anybody has said who he is
 * @param occurrence which of those trigger it
 * @param fault what happens then
 */
public record FaultRule(String name, Match match, Occurrence occurrence, Fault fault) {}
