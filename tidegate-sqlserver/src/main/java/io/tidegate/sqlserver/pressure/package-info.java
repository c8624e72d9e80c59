/** How hard a server works for others, as far as a login may know. */
@NullMarked
package io.tidegate.sqlserver.pressure;

import org.jspecify.annotations.NullMarked;
