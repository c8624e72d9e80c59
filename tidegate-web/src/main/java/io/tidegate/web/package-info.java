/** The HTTP API and the pages. */
@NullMarked
package io.tidegate.web;

import org.jspecify.annotations.NullMarked;
