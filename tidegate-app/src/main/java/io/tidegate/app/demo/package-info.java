/** A simulated fleet, collected before your eyes, and a report that is checked against the fleet's own books. */
@NullMarked
package io.tidegate.app.demo;

import org.jspecify.annotations.NullMarked;
