/** What reading a Query Store costs a simulated server, statement by statement: the collector's way beside the obvious one. */
@NullMarked
package io.tidegate.bench.cost;

import org.jspecify.annotations.NullMarked;
