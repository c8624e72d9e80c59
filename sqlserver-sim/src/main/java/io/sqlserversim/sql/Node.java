package io.sqlserversim.sql;

/** What may stand between parentheses: a value or a condition. */
public sealed interface Node permits Expr, Condition {}
