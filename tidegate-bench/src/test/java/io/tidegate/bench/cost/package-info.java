/** The comparison of what two ways of reading cost, on a small scale. */
@NullMarked
package io.tidegate.bench.cost;

import org.jspecify.annotations.NullMarked;
