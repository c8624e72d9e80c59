/** The questions that pages, commands and tools may ask, and their answers as records. */
@NullMarked
package io.tidegate.web.api;

import org.jspecify.annotations.NullMarked;
