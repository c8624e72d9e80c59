/** The Query Store of a simulated database: views, workload and books over one pure function. */
@NullMarked
package io.sqlserversim.querystore;

import org.jspecify.annotations.NullMarked;
