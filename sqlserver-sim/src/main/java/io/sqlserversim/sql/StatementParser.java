package io.sqlserversim.sql;

import io.sqlserversim.sql.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads statements; control flow is here, families of statements have parsers of their own. One thread. */
final class StatementParser {
    private final TokenStream in;
    private final QueryParser queries;
    private final ExpressionParser expressions;
    private final SetParser sets;
    private final ExecuteParser executes;
    private final TableStatementParser tables;
    private final MessageParser messages;
    private int loops; // WHILE statements around
    private boolean terminated = true; // whether a semicolon, or the begin of a block, stands before

    StatementParser(TokenStream in) {
        this.in = in;
        this.queries = new QueryParser(in);
        this.expressions = queries.expressions();
        this.sets = new SetParser(in, expressions);
        this.executes = new ExecuteParser(in, expressions);
        this.tables = new TableStatementParser(in, queries, executes);
        this.messages = new MessageParser(in, expressions);
    }

    List<Statement> batch() {
        List<Statement> statements = new ArrayList<>();
        skipSemicolons();
        if (in.atName() && !startsStatement() && !in.peek(1).is(":")) {
            statements.add(executes.bare());
            skipSemicolons();
        }
        while (!in.atEnd()) {
            statements.add(statement());
            skipSemicolons();
        }
        return List.copyOf(statements);
    }

    List<TsqlParser.Parameter> parameters() {
        List<TsqlParser.Parameter> parameters = new ArrayList<>();
        while (!in.atEnd()) {
            Statement.Declaration declaration = tables.declaration();
            boolean output = in.accept("OUTPUT") || in.accept("OUT");
            in.accept("READONLY");
            parameters.add(new TsqlParser.Parameter(declaration, output));
            if (!in.atEnd()) {
                in.expect(",");
                if (in.atEnd()) {
                    throw in.unexpected();
                }
            }
        }
        return List.copyOf(parameters);
    }

    private void skipSemicolons() {
        while (in.accept(";")) {
            terminated = true;
        }
    }

    /** THROW, KILL's relatives and others that begin a statement without being reserved. */
    private boolean startsStatement() {
        return in.at("THROW");
    }

    Statement statement() {
        in.enter();
        boolean afterSemicolon = terminated;
        terminated = false;
        Token first = in.peek();
        if (first.kind() != Kind.WORD && !first.is("(")) {
            throw in.unexpected();
        }
        Statement statement = dispatch(first.text().toUpperCase(Locale.ROOT), first.line(), afterSemicolon);
        if (in.accept(";")) {
            terminated = true;
        }
        in.leave();
        return statement;
    }

    private Statement dispatch(String word, int line, boolean afterSemicolon) {
        return switch (word) {
            case "SELECT", "(" -> select(List.of(), line);
            case "WITH" -> with(line, afterSemicolon);
            case "INSERT" -> tables.insert(List.of(), line);
            case "DELETE" -> tables.delete(List.of(), line);
            case "UPDATE" -> tables.update(List.of(), line);
            case "CREATE" ->
                in.peek(1).is("LOGIN") || in.peek(1).is("USER")
                        ? new PrincipalParser(in).create(line)
                        : tables.create(line);
            case "DROP" -> tables.drop(line);
            case "ALTER" -> new AlterParser(in).statement(line);
            case "TRUNCATE" -> tables.truncate(line);
            case "DECLARE" -> tables.declare(line);
            case "SET" -> sets.set(line);
            case "IF" -> ifStatement(line);
            case "WHILE" -> whileStatement(line);
            case "BEGIN" -> begin(line);
            case "BREAK", "CONTINUE" -> leaveLoop(line);
            case "RETURN" -> returnStatement(line);
            case "USE" -> use(line);
            case "EXEC", "EXECUTE" -> executes.execute(line);
            case "PRINT", "RAISERROR", "WAITFOR", "KILL" -> messages.statement(word, line);
            case "THROW" -> {
                if (!afterSemicolon) {
                    throw in.unexpected();
                }
                yield messages.throwStatement(line);
            }
            case "GRANT", "DENY", "REVOKE" -> new PermitParser(in).statement(word, line);
            case "COMMIT", "ROLLBACK", "SAVE" -> transaction(word, line);
            default -> throw in.unexpected();
        };
    }

    private Statement select(List<Query.Cte> ctes, int line) {
        Query query = queries.query();
        return new Statement.Select(QueryParser.recursing(ctes, queries.options()), query, line);
    }

    private Statement with(int line, boolean afterSemicolon) {
        if (!afterSemicolon) {
            throw new SyntaxError(
                    319,
                    line,
                    "Incorrect syntax near the keyword 'with'. If this statement is a common table expression, an"
                            + " xmlnamespaces clause or a change tracking context clause, the previous statement must be"
                            + " terminated with a semicolon.");
        }
        in.expect("WITH");
        List<Query.Cte> ctes = queries.ctes();
        if (in.at("INSERT")) {
            return tables.insert(ctes, line);
        }
        if (in.at("UPDATE")) {
            return tables.update(ctes, line);
        }
        return in.at("DELETE") ? tables.delete(ctes, line) : select(ctes, line);
    }

    private Statement ifStatement(int line) {
        in.expect("IF");
        Condition condition = expressions.condition();
        terminated = true;
        Statement then = statement();
        boolean separated = terminated;
        skipSemicolonBeforeElse();
        Statement otherwise = null;
        if (in.accept("ELSE")) {
            terminated = true;
            otherwise = statement();
        } else {
            terminated = separated;
        }
        return new Statement.If(condition, then, otherwise, line);
    }

    private void skipSemicolonBeforeElse() {
        if (in.at(";", "ELSE")) {
            in.next();
        }
    }

    private Statement whileStatement(int line) {
        in.expect("WHILE");
        Condition condition = expressions.condition();
        terminated = true;
        loops++;
        Statement body = statement();
        loops--;
        return new Statement.While(condition, body, line);
    }

    private Statement leaveLoop(int line) {
        boolean leaves = in.next().is("BREAK");
        if (loops == 0) {
            throw new SyntaxError(
                    leaves ? 135 : 136,
                    line,
                    "Cannot use a " + (leaves ? "BREAK" : "CONTINUE")
                            + " statement outside the scope of a WHILE statement.");
        }
        return leaves ? new Statement.Break(line) : new Statement.Continue(line);
    }

    private Statement begin(int line) {
        in.expect("BEGIN");
        if (in.at("TRAN") || in.at("TRANSACTION")) {
            in.next();
            return new Statement.Transaction(TransactionAction.BEGIN, transactionName(), line);
        }
        if (in.accept("TRY")) {
            List<Statement> attempt = block("TRY");
            skipSemicolons();
            in.expect("BEGIN");
            in.expect("CATCH");
            return new Statement.TryCatch(attempt, block("CATCH"), line);
        }
        List<Statement> statements = block("");
        if (statements.isEmpty()) {
            throw in.unexpected();
        }
        return new Statement.Block(statements, line);
    }

    /** Statements up to END, and the word behind it. */
    private List<Statement> block(String kind) {
        List<Statement> statements = new ArrayList<>();
        terminated = true;
        skipSemicolons();
        while (!in.at("END")) {
            if (in.atEnd()) {
                throw in.unexpected();
            }
            statements.add(statement());
            skipSemicolons();
        }
        if (kind.isEmpty() && statements.isEmpty()) {
            throw in.unexpected();
        }
        in.expect("END");
        if (!kind.isEmpty()) {
            in.expect(kind);
        }
        terminated = false;
        return List.copyOf(statements);
    }

    private Statement returnStatement(int line) {
        in.expect("RETURN");
        Token token = in.peek();
        boolean value = token.kind() != Kind.WORD
                ? token.kind() != Kind.END && !token.is(";")
                : !token.isReserved() || token.is("CASE") || token.is("NULL") || token.is("CONVERT");
        return new Statement.Return(value ? expressions.expression() : null, line);
    }

    private Statement use(int line) {
        in.expect("USE");
        return new Statement.Use(in.name(), line);
    }

    private Statement transaction(String word, int line) {
        in.next();
        boolean spelledOut = in.accept("TRAN") || in.accept("TRANSACTION");
        if (!spelledOut) {
            in.accept("WORK");
        }
        String name = spelledOut ? transactionName() : null;
        TransactionAction action = TransactionAction.valueOf(word);
        if (action == TransactionAction.SAVE && name == null) {
            throw in.unexpected();
        }
        return new Statement.Transaction(action, name, line);
    }

    private @Nullable String transactionName() {
        if (in.peek().kind() == Kind.VARIABLE) {
            return in.next().text();
        }
        return in.atName() && !startsStatement() ? in.name() : null;
    }
}
