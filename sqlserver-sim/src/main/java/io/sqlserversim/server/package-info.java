/** The listener, its connections, and the border to the instance that it serves. */
@NullMarked
package io.sqlserversim.server;

import org.jspecify.annotations.NullMarked;
