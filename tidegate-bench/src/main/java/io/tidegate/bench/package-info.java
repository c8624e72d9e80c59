/** Benchmarks and concurrency stress. */
@NullMarked
package io.tidegate.bench;

import org.jspecify.annotations.NullMarked;
