/** The T-SQL engine: parser, binder, evaluator, and its border to the wire. */
@NullMarked
package io.sqlserversim.engine;

import org.jspecify.annotations.NullMarked;
