/** The command line and the assembly of the editions. */
@NullMarked
package io.tidegate.app;

import org.jspecify.annotations.NullMarked;
