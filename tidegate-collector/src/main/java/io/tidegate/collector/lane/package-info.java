/** One lane per server: its two loops, its grids, its record. No lane ever waits for another. */
@NullMarked
package io.tidegate.collector.lane;

import org.jspecify.annotations.NullMarked;
