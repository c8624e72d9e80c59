/** What is taken out of texts before they are stored. */
@NullMarked
package io.tidegate.core.privacy;

import org.jspecify.annotations.NullMarked;
