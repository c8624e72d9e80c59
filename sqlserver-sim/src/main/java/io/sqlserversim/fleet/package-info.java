/** Simulated servers put together, many at once, for tests in this process and for a command of its own. */
@NullMarked
package io.sqlserversim.fleet;

import org.jspecify.annotations.NullMarked;
