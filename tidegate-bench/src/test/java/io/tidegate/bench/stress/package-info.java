/** Races of the lease and the step for jcstress: two or three calls, all their interleavings, what must never be seen. */
@NullMarked
package io.tidegate.bench.stress;

import org.jspecify.annotations.NullMarked;
