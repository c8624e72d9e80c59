/** Virtual tables: everything that a SELECT can read. */
@NullMarked
package io.sqlserversim.catalog;

import org.jspecify.annotations.NullMarked;
