/** What all benchmarks share: how they are asked for, what they print, and a collector's parts to measure with. */
@NullMarked
package io.tidegate.bench.run;

import org.jspecify.annotations.NullMarked;
