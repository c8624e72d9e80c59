/** The virtual time of a simulated day, and a short one. */
@NullMarked
package io.tidegate.bench.overlap.day;

import org.jspecify.annotations.NullMarked;
