/** The one logical schema of both stores, as data: tables, columns, keys, and the views that readers get. */
@NullMarked
package io.tidegate.core.schema;

import org.jspecify.annotations.NullMarked;
