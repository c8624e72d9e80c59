package io.sqlserversim.sql;

import io.sqlserversim.sql.Expr.TypeName;
import io.sqlserversim.sql.Statement.ColumnDefinition;
import io.sqlserversim.sql.Statement.Declaration;
import io.sqlserversim.sql.Token.Kind;
import java.util.ArrayList;
import java.util.List;

/** Reads what makes, fills and drops temporary tables, and DECLARE. Confined to one thread. */
final class TableStatementParser {
    private final TokenStream in;
    private final QueryParser queries;
    private final ExecuteParser executes;

    TableStatementParser(TokenStream in, QueryParser queries, ExecuteParser executes) {
        this.in = in;
        this.queries = queries;
        this.executes = executes;
    }

    private List<String> target() {
        return in.peek().kind() == Kind.VARIABLE ? List.of(in.next().text()) : in.qualifiedName();
    }

    private void hints() {
        if (in.at("WITH", "(")) {
            in.next();
            QueryHints.skipTableHints(in);
        }
    }

    Statement insert(List<Query.Cte> ctes, int line) {
        in.expect("INSERT");
        in.accept("INTO");
        List<String> table = target();
        hints();
        boolean columnsGiven = in.at("(") && !queries.startsQuery(1);
        List<String> columns = columnsGiven ? in.nameList() : List.of();
        if (in.at("EXEC") || in.at("EXECUTE")) {
            return new Statement.Insert(
                    ctes, table, columns, null, executes.execute(in.peek().line()), line);
        }
        if (in.accept("DEFAULT", "VALUES")) {
            return new Statement.Insert(ctes, table, columns, null, null, line);
        }
        if (!in.at("SELECT") && !in.at("VALUES") && !in.at("(")) {
            throw in.unexpected();
        }
        Query source = queries.query();
        queries.options();
        return new Statement.Insert(ctes, table, columns, source, null, line);
    }

    Statement delete(int line) {
        in.expect("DELETE");
        in.accept("FROM");
        List<String> table = target();
        hints();
        Condition where = queries.optionalWhere();
        queries.options();
        return new Statement.Delete(table, where, line);
    }

    Statement update(int line) {
        in.expect("UPDATE");
        List<String> table = target();
        hints();
        in.expect("SET");
        List<String> columns = new ArrayList<>();
        List<Expr> values = new ArrayList<>();
        do {
            columns.add(in.qualifiedName().getLast());
            in.expect("=");
            values.add(queries.expressions().expression());
        } while (in.accept(","));
        Condition where = queries.optionalWhere();
        queries.options();
        return new Statement.Update(table, List.copyOf(columns), List.copyOf(values), where, line);
    }

    Statement create(int line) {
        in.expect("CREATE");
        if (in.accept("TABLE")) {
            return new Statement.CreateTable(in.qualifiedName(), columnDefinitions(), line);
        }
        in.accept("UNIQUE");
        if (!in.accept("CLUSTERED")) {
            in.accept("NONCLUSTERED");
        }
        in.expect("INDEX");
        in.name();
        in.expect("ON");
        List<String> table = in.qualifiedName();
        keyColumns();
        if (in.accept("INCLUDE")) {
            in.nameList();
        }
        return new Statement.CreateIndex(table, line);
    }

    private void keyColumns() {
        in.expect("(");
        do {
            in.name();
            if (!in.accept("DESC")) {
                in.accept("ASC");
            }
        } while (in.accept(","));
        in.expect(")");
    }

    private List<ColumnDefinition> columnDefinitions() {
        in.expect("(");
        List<ColumnDefinition> columns = new ArrayList<>();
        do {
            if (in.accept("PRIMARY") || in.at("UNIQUE")) {
                constraintRest();
                keyColumns();
            } else {
                columns.add(columnDefinition());
            }
        } while (in.accept(","));
        in.expect(")");
        return List.copyOf(columns);
    }

    private void constraintRest() {
        if (!in.accept("UNIQUE")) {
            in.expect("KEY");
        }
        if (!in.accept("CLUSTERED")) {
            in.accept("NONCLUSTERED");
        }
    }

    private ColumnDefinition columnDefinition() {
        String name = in.name();
        TypeName type = TypeNameParser.parse(in);
        boolean nullable = true;
        while (true) {
            if (in.accept("NOT", "NULL")) {
                nullable = false;
            } else if (in.accept("PRIMARY") || in.at("UNIQUE")) {
                nullable &= in.at("UNIQUE");
                constraintRest();
            } else if (in.accept("COLLATE")) {
                in.name();
            } else if (!in.accept("NULL")) {
                return new ColumnDefinition(name, type, nullable);
            }
        }
    }

    Statement drop(int line) {
        in.expect("DROP");
        in.expect("TABLE");
        boolean ifExists = in.at("IF");
        if (ifExists) {
            in.next();
            in.expect("EXISTS");
        }
        List<List<String>> tables = new ArrayList<>();
        do {
            tables.add(in.qualifiedName());
        } while (in.accept(","));
        return new Statement.DropTable(List.copyOf(tables), ifExists, line);
    }

    Statement truncate(int line) {
        in.expect("TRUNCATE");
        in.expect("TABLE");
        return new Statement.TruncateTable(in.qualifiedName(), line);
    }

    Statement declare(int line) {
        in.expect("DECLARE");
        boolean table = in.peek().kind() == Kind.VARIABLE
                && (in.peek(1).is("TABLE") || (in.peek(1).is("AS") && in.peek(2).is("TABLE")));
        if (table) {
            String name = in.next().text();
            in.accept("AS");
            in.expect("TABLE");
            return new Statement.DeclareTable(name, columnDefinitions(), line);
        }
        List<Declaration> variables = new ArrayList<>();
        do {
            variables.add(declaration());
        } while (in.accept(","));
        return new Statement.Declare(List.copyOf(variables), line);
    }

    Declaration declaration() {
        if (in.peek().kind() != Kind.VARIABLE) {
            throw in.unexpected();
        }
        String name = in.next().text();
        in.accept("AS");
        TypeName type = TypeNameParser.parse(in);
        Expr value = in.accept("=") ? queries.expressions().expression() : null;
        return new Declaration(name, type, value);
    }
}
