/**
 * A day of a collector and its servers in virtual time. Everything is real but the clock: it moves only when no statement
 * runs and all loops are parked.
 */
@NullMarked
package io.tidegate.bench.overlap.day;

import org.jspecify.annotations.NullMarked;
