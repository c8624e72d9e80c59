/** What a server is, what it has and what a login may do there. */
@NullMarked
package io.tidegate.sqlserver.capability;

import org.jspecify.annotations.NullMarked;
