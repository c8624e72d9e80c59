package io.sqlserversim.sql;

import io.sqlserversim.sql.Expr.TypeName;
import io.sqlserversim.sql.Statement.ColumnDefinition;
import java.util.ArrayList;
import java.util.List;

/** Reads the columns and keys of a new table, and CREATE INDEX. Confined to one thread. */
final class TableDefinitionParser {
    private final TokenStream in;
    private final QueryParser queries;

    TableDefinitionParser(TokenStream in, QueryParser queries) {
        this.in = in;
        this.queries = queries;
    }

    Statement.TableDefinition table() {
        in.expect("(");
        List<ColumnDefinition> columns = new ArrayList<>();
        List<Statement.Key> keys = new ArrayList<>();
        do {
            String constraint = in.accept("CONSTRAINT") ? in.name() : "";
            if (in.at("PRIMARY") || in.at("UNIQUE")) {
                String kind = kind();
                keys.add(new Statement.Key(constraint, kind, keyColumns()));
            } else if (in.accept("INDEX")) {
                in.name();
                clustering();
                keyColumns();
            } else {
                columns.add(column(keys));
            }
        } while (in.accept(","));
        in.expect(")");
        return new Statement.TableDefinition(
                columns.stream().map(column -> primary(column, keys)).toList(), List.copyOf(keys));
    }

    /** Columns of the primary key take no NULL. */
    private static ColumnDefinition primary(ColumnDefinition column, List<Statement.Key> keys) {
        boolean primary = keys.stream()
                .anyMatch(key -> key.kind().startsWith("PRIMARY")
                        && key.columns().stream().anyMatch(column.name()::equalsIgnoreCase));
        boolean nullable = column.nullable() && !primary;
        return new ColumnDefinition(
                column.name(), column.type(), nullable, column.identity(), column.value(), column.collation());
    }

    private String kind() {
        boolean primary = in.accept("PRIMARY");
        if (primary) {
            in.expect("KEY");
        } else {
            in.expect("UNIQUE");
        }
        clustering();
        return primary ? "PRIMARY KEY" : "UNIQUE KEY";
    }

    private void clustering() {
        if (!in.accept("CLUSTERED")) {
            in.accept("NONCLUSTERED");
        }
    }

    private List<String> keyColumns() {
        List<String> columns = new ArrayList<>();
        in.expect("(");
        do {
            columns.add(in.name());
            if (!in.accept("DESC")) {
                in.accept("ASC");
            }
        } while (in.accept(","));
        in.expect(")");
        return List.copyOf(columns);
    }

    private ColumnDefinition column(List<Statement.Key> keys) {
        String name = in.name();
        TypeName type = TypeNameParser.parse(in);
        boolean nullable = true;
        Statement.Identity identity = null;
        Expr value = null;
        String collation = null;
        while (true) {
            String constraint = in.accept("CONSTRAINT") ? in.name() : "";
            if (in.accept("NOT", "NULL")) {
                nullable = false;
            } else if (in.at("PRIMARY") || in.at("UNIQUE")) {
                keys.add(new Statement.Key(constraint, kind(), List.of(name)));
            } else if (in.accept("IDENTITY")) {
                identity = identity();
                nullable = false;
            } else if (in.accept("DEFAULT")) {
                value = queries.expressions().expression();
            } else if (in.accept("COLLATE")) {
                collation = in.name();
            } else if (!in.accept("NULL")) {
                return new ColumnDefinition(name, type, nullable, identity, value, collation);
            }
        }
    }

    private Statement.Identity identity() {
        if (!in.accept("(")) {
            return new Statement.Identity(1, 1);
        }
        int seed = signed();
        in.expect(",");
        int increment = signed();
        in.expect(")");
        return new Statement.Identity(seed, increment);
    }

    private int signed() {
        return in.accept("-") ? -in.integer() : in.integer();
    }

    /** Behind CREATE. */
    Statement index(int line) {
        boolean unique = in.accept("UNIQUE");
        clustering();
        in.expect("INDEX");
        String name = in.name();
        in.expect("ON");
        List<String> table = in.qualifiedName();
        List<String> columns = keyColumns();
        if (in.accept("INCLUDE")) {
            in.nameList();
        }
        return new Statement.CreateIndex(table, unique ? new Statement.Key(name, "INDEX", columns) : null, line);
    }
}
