/** Two loops on one server, with the gate and without. */
@NullMarked
package io.tidegate.bench.overlap;

import org.jspecify.annotations.NullMarked;
