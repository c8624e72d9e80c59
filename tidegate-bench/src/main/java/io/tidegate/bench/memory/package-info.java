/** The collector in a process of its own, with a small heap. */
@NullMarked
package io.tidegate.bench.memory;

import org.jspecify.annotations.NullMarked;
