/**
 * Ring 1 of law ONE: inside this process at most one lease per monitored server, held until the statement has truly
 * ended. Nobody ever waits here.
 *
 * <p>A loop asks a {@link io.tidegate.core.gate.Gate} and gets a {@link io.tidegate.core.gate.Lease}; the code that talks
 * to the server tells the lease how far it has come; closing the lease turns that progress into the gate's next state.
 */
@NullMarked
package io.tidegate.core.gate;

import org.jspecify.annotations.NullMarked;
