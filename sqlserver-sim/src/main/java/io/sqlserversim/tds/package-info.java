/** TDS messages, tokens and types: bytes to records and back. */
@NullMarked
package io.sqlserversim.tds;

import org.jspecify.annotations.NullMarked;
