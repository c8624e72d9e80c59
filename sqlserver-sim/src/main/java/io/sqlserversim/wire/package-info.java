/** Below TDS messages: packets, byte buffers, counted and faulty sockets, TLS. */
@NullMarked
package io.sqlserversim.wire;

import org.jspecify.annotations.NullMarked;
