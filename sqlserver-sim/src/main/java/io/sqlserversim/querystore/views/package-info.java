/** The query_store_* views as virtual tables. */
@NullMarked
package io.sqlserversim.querystore.views;

import org.jspecify.annotations.NullMarked;
