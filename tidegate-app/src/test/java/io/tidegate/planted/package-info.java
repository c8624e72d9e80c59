/** Code that breaks the rules of the architecture, so that a test can see that they notice. */
@NullMarked
package io.tidegate.planted;

import org.jspecify.annotations.NullMarked;
