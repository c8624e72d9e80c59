/** The heart of Tidegate: words, laws and protocols that every edition shares. No driver, no logging, no configuration. */
@NullMarked
package io.tidegate.core;

import org.jspecify.annotations.NullMarked;
