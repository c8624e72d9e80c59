/** Benchmarks, scenarios and concurrency stress: what is claimed about speed and memory is measured here. */
@NullMarked
package io.tidegate.bench;

import org.jspecify.annotations.NullMarked;
