/** One simulated SQL Server instance: its identity, clock, databases, logins and sessions. */
@NullMarked
package io.sqlserversim.instance;

import org.jspecify.annotations.NullMarked;
