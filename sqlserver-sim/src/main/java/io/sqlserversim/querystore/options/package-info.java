/** What ALTER DATABASE ... SET QUERY_STORE sets, and the version profile that decides which columns exist. */
@NullMarked
package io.sqlserversim.querystore.options;

import org.jspecify.annotations.NullMarked;
