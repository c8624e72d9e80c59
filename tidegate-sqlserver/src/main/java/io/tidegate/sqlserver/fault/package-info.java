/** The one place that reads error numbers and SQL states. */
@NullMarked
package io.tidegate.sqlserver.fault;

import org.jspecify.annotations.NullMarked;
