/** Probe, tick, backfill and content fetch: what runs on each monitored server. */
@NullMarked
package io.tidegate.collector;

import org.jspecify.annotations.NullMarked;
