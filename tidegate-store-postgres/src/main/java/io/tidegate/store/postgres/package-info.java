/** The shared store on PostgreSQL: rows by COPY, facts partitioned by month, progress by compare-and-set under row locks. */
@NullMarked
package io.tidegate.store.postgres;

import org.jspecify.annotations.NullMarked;
