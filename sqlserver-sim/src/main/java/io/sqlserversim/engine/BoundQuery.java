package io.sqlserversim.engine;

import io.sqlserversim.types.Column;
import java.util.List;

/** A bound query: its rows, whose arrays may be longer than the columns, and its columns. */
record BoundQuery(Rows rows, List<Column> columns) {}
