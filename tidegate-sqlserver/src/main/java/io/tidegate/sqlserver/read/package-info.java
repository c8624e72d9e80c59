/** Readers of Query Store: typed rows, in key order, cut at an exact place. */
@NullMarked
package io.tidegate.sqlserver.read;

import org.jspecify.annotations.NullMarked;
