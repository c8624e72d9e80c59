/** T-SQL text to a syntax tree: a strict lexer and a recursive-descent parser that refuse what they do not know. */
@NullMarked
package io.sqlserversim.sql;

import org.jspecify.annotations.NullMarked;
