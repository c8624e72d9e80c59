/** The configuration file: immutable records, and a loader that reports every problem at once, each with its key. */
@NullMarked
package io.tidegate.app.config;

import org.jspecify.annotations.NullMarked;
