/** Which intervals a simulated Query Store has, and what part of them is captured, flushed and still there. */
@NullMarked
package io.sqlserversim.querystore.history;

import org.jspecify.annotations.NullMarked;
