/** The answers over HTTP on loopback, and the page. */
@NullMarked
package io.tidegate.web.http;

import org.jspecify.annotations.NullMarked;
