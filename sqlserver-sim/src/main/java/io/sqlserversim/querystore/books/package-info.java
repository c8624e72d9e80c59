/** The truth about a simulated Query Store, for reports and tests. */
@NullMarked
package io.sqlserversim.querystore.books;

import org.jspecify.annotations.NullMarked;
