package io.sqlserversim.sql;

import io.sqlserversim.sql.Expr.TypeName;
import io.sqlserversim.sql.Statement.Declaration;
import io.sqlserversim.sql.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads what makes, fills and drops temporary tables, and DECLARE. Confined to one thread. */
final class TableStatementParser {
    private final TokenStream in;
    private final QueryParser queries;
    private final ExecuteParser executes;
    private final TableDefinitionParser definitions;

    TableStatementParser(TokenStream in, QueryParser queries, ExecuteParser executes) {
        this.in = in;
        this.queries = queries;
        this.executes = executes;
        this.definitions = new TableDefinitionParser(in, queries);
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
        List<Query.Cte> recursing = QueryParser.recursing(ctes, queries.options());
        return new Statement.Insert(recursing, table, columns, source, null, line);
    }

    Statement delete(List<Query.Cte> ctes, int line) {
        in.expect("DELETE");
        Expr top = top();
        in.accept("FROM");
        List<String> table = target();
        hints();
        TableSource from = in.accept("FROM") ? queries.sources() : null;
        Condition where = queries.optionalWhere();
        queries.options();
        return new Statement.Delete(ctes, table, top, from, where, line);
    }

    private @Nullable Expr top() {
        if (!in.accept("TOP")) {
            return null;
        }
        in.expect("(");
        Expr count = queries.expressions().expression();
        in.expect(")");
        return count;
    }

    Statement update(List<Query.Cte> ctes, int line) {
        in.expect("UPDATE");
        Expr top = top();
        List<String> table = target();
        hints();
        in.expect("SET");
        List<String> columns = new ArrayList<>();
        List<Expr> values = new ArrayList<>();
        do {
            List<String> column = in.qualifiedName();
            columns.add(column.getLast());
            values.add(queries.compound(new Expr.ColumnName(column)));
        } while (in.accept(","));
        TableSource from = in.accept("FROM") ? queries.sources() : null;
        Condition where = queries.optionalWhere();
        queries.options();
        return new Statement.Update(ctes, table, top, List.copyOf(columns), List.copyOf(values), from, where, line);
    }

    Statement create(int line) {
        in.expect("CREATE");
        if (in.accept("TABLE")) {
            return new Statement.CreateTable(in.qualifiedName(), definitions.table(), line);
        }
        return definitions.index(line);
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
            return new Statement.DeclareTable(name, definitions.table(), line);
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
