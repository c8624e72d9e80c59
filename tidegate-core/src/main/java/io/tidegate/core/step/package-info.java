/**
 * Bounds how long a piece of blocking work may hold its loop, without ever pretending that the work has ended.
 *
 * <p>An {@link io.tidegate.core.step.AbandonableStep} runs a body on a thread of its own. At the deadline the caller goes
 * on and the body stays behind, <em>abandoned</em>: not cancelled, still holding its lease, until it truly ends.
 */
@NullMarked
package io.tidegate.core.step;

import org.jspecify.annotations.NullMarked;
