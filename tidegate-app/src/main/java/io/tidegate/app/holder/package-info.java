/** How commands find the process that holds a store. */
@NullMarked
package io.tidegate.app.holder;

import org.jspecify.annotations.NullMarked;
