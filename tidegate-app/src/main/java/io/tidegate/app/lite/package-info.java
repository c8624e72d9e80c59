/** The assembly of the Lite edition: one readable file of new. */
@NullMarked
package io.tidegate.app.lite;

import org.jspecify.annotations.NullMarked;
