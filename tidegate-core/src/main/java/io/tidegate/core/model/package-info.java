/** What Query Store holds, in the field's own words: intervals, rows, identities, content. */
@NullMarked
package io.tidegate.core.model;

import org.jspecify.annotations.NullMarked;
