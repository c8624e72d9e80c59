/** The commands, one class each. */
@NullMarked
package io.tidegate.app.cli;

import org.jspecify.annotations.NullMarked;
