/** The embedded store of the Lite edition, on DuckDB. */
@NullMarked
package io.tidegate.store.duckdb;

import org.jspecify.annotations.NullMarked;
