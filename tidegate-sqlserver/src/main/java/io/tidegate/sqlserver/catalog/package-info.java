/** The product's T-SQL: one file per statement, with a parsed header, bound by name. */
@NullMarked
package io.tidegate.sqlserver.catalog;

import org.jspecify.annotations.NullMarked;
