/** What a simulated application does: its queries, plans, rates, costs and waits, as pure functions of a seed. */
@NullMarked
package io.sqlserversim.querystore.workload;

import org.jspecify.annotations.NullMarked;
