/** Access to monitored SQL Servers: statements, sessions, readers and faults. */
@NullMarked
package io.tidegate.sqlserver;

import org.jspecify.annotations.NullMarked;
