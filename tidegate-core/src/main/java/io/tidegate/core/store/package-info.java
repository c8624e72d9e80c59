/** The border to the stores: every edition's collector writes through it, every reader reads through it. */
@NullMarked
package io.tidegate.core.store;

import org.jspecify.annotations.NullMarked;
