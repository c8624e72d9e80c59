/** Sessions on a monitored server: ring 3, the guard, cuts, and the end that is proven or not. */
@NullMarked
package io.tidegate.sqlserver.session;

import org.jspecify.annotations.NullMarked;
