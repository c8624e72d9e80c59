/** Query Store's own state over time: readings of it, what changed from one to the next, and the events that are made of that. */
@NullMarked
package io.tidegate.core.state;

import org.jspecify.annotations.NullMarked;
