/** How the loops of this process stand right now, for pages and commands. */
@NullMarked
package io.tidegate.core.status;

import org.jspecify.annotations.NullMarked;
