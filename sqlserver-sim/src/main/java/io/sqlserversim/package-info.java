/** A simulated SQL Server that any TDS client can talk to. Knows nothing of the tools that are tested with it. */
@NullMarked
package io.sqlserversim;

import org.jspecify.annotations.NullMarked;
