/** What is asked without a lease: who the server is, which databases may be entered, what their interval lists say. */
@NullMarked
package io.tidegate.collector.probe;

import org.jspecify.annotations.NullMarked;
