/** The statements that clients run, as far as a Query Store records them. */
@NullMarked
package io.sqlserversim.querystore.capture;

import org.jspecify.annotations.NullMarked;
