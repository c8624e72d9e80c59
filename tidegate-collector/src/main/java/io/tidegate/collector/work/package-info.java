/** What is done under a lease: bands, peeks, content, census. */
@NullMarked
package io.tidegate.collector.work;

import org.jspecify.annotations.NullMarked;
