/** What heavy work may cost a server in an hour, what it has cost, and who still goes when little is left. */
@NullMarked
package io.tidegate.core.budget;

import org.jspecify.annotations.NullMarked;
