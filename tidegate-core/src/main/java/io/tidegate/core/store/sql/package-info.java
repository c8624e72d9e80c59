/** What every store on SQL shares: the columns of the logical schema as the model's records. */
@NullMarked
package io.tidegate.core.store.sql;

import org.jspecify.annotations.NullMarked;
