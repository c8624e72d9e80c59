/** From the wire to committed rows, against a loop that drains the same statements. */
@NullMarked
package io.tidegate.bench.imports;

import org.jspecify.annotations.NullMarked;
