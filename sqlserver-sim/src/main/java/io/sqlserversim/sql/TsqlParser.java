package io.sqlserversim.sql;

import java.util.List;

/** The parser's entrance. Thread-safe: it keeps nothing. */
public final class TsqlParser {
    private TsqlParser() {}

    /**
     * Parses a whole batch.
     *
     * @param text the T-SQL; may be empty
     * @param quotedNames whether double quotes enclose names (QUOTED_IDENTIFIER ON), else texts
     * @return its statements
     * @throws SyntaxError when any part of it is not understood
     */
    public static List<Statement> parse(String text, boolean quotedNames) {
        TokenStream in = new TokenStream(new Lexer(text, quotedNames).tokens());
        return new StatementParser(in).batch();
    }

    /**
     * Parses the declarations of parameters as sp_executesql takes them.
     *
     * @param text e.g. {@code @P0 int, @P1 nvarchar(4000) OUTPUT}; may be empty
     * @return the parameters; a default value stands as the value
     * @throws SyntaxError when any part of it is not understood
     */
    public static List<Parameter> parseParameters(String text) {
        TokenStream in = new TokenStream(new Lexer(text).tokens());
        return new StatementParser(in).parameters();
    }

    /**
     * A declared parameter.
     *
     * @param declaration name, type and default
     * @param output whether OUTPUT
     */
    public record Parameter(Statement.Declaration declaration, boolean output) {}
}
