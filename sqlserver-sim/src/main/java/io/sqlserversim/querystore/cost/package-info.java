/** What reads of a Query Store cost the server, as far as the field has measured it. */
@NullMarked
package io.sqlserversim.querystore.cost;

import org.jspecify.annotations.NullMarked;
