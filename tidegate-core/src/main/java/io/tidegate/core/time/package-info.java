/**
 * Time as an argument: what a class needs to know of the passing of time is handed to it, so that tests never sleep.
 *
 * <p>Wall-clock instants come from the JDK's {@link java.time.InstantSource}; durations from a {@link
 * io.tidegate.core.time.Ticker}; "do this later" from {@link io.tidegate.core.time.Deadlines}; the wait of a loop from a
 * {@link io.tidegate.core.time.Pause}. Beside the application's wiring this is the only package that touches the real
 * clock or makes a thread.
 */
@NullMarked
package io.tidegate.core.time;

import org.jspecify.annotations.NullMarked;
