/** The clocks that a simulated server can live by; the only place of the module that reads the machine's time. */
@NullMarked
package io.sqlserversim.clock;

import org.jspecify.annotations.NullMarked;
