/** End to end: whole processes of the product against simulated servers. */
@NullMarked
package io.tidegate.app.e2e;

import org.jspecify.annotations.NullMarked;
