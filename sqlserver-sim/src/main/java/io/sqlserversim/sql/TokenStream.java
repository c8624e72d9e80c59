package io.sqlserversim.sql;

import io.sqlserversim.sql.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The tokens of a batch with a cursor, and the small phrases that all parts of the grammar share. One thread. */
final class TokenStream {
    private static final int DEEPEST = 400;

    private final List<Token> tokens;
    private int at;
    private int depth;

    TokenStream(List<Token> tokens) {
        this.tokens = tokens;
    }

    Token peek() {
        return tokens.get(at);
    }

    Token peek(int ahead) {
        return tokens.get(Math.min(at + ahead, tokens.size() - 1));
    }

    Token next() {
        Token token = tokens.get(at);
        if (token.kind() != Kind.END) {
            at++;
        }
        return token;
    }

    boolean atEnd() {
        return peek().kind() == Kind.END;
    }

    boolean at(String word) {
        return peek().is(word);
    }

    boolean at(String word, String then) {
        return peek().is(word) && peek(1).is(then);
    }

    boolean accept(String word) {
        if (at(word)) {
            at++;
            return true;
        }
        return false;
    }

    boolean accept(String word, String then) {
        if (at(word, then)) {
            at += 2;
            return true;
        }
        return false;
    }

    void expect(String word) {
        if (!accept(word)) {
            throw unexpected();
        }
    }

    SyntaxError unexpected() {
        return SyntaxError.near(peek());
    }

    boolean atName() {
        Kind kind = peek().kind();
        return kind == Kind.QUOTED_NAME || (kind == Kind.WORD && !peek().isReserved());
    }

    String name() {
        if (!atName()) {
            throw unexpected();
        }
        return checkLength(next().text());
    }

    private String checkLength(String name) {
        if (name.length() > 128) {
            throw new SyntaxError(
                    103,
                    peek().line(),
                    "The identifier that starts with '" + name.substring(0, 128)
                            + "' is too long. Maximum length is 128.");
        }
        if (name.isEmpty()) {
            throw new SyntaxError(
                    1038,
                    peek().line(),
                    "An object or column name is missing or empty. For SELECT INTO statements, verify each column has a"
                            + " name. For other statements, look for empty alias names. Aliases defined as \"\" or [] are"
                            + " not allowed. Change the alias to a valid name.");
        }
        return name;
    }

    /** A name of several parts; an omitted one is empty, as the schema in {@code db..t}. */
    List<String> qualifiedName() {
        List<String> parts = new ArrayList<>();
        parts.add(name());
        while (accept(".")) {
            while (accept(".")) {
                parts.add("");
            }
            parts.add(partAfterPoint());
        }
        return List.copyOf(parts);
    }

    /** After a point a reserved word is a name as well. */
    private String partAfterPoint() {
        if (peek().kind() == Kind.QUOTED_NAME || peek().kind() == Kind.WORD) {
            return next().text();
        }
        throw unexpected();
    }

    List<String> nameList() {
        expect("(");
        List<String> names = new ArrayList<>();
        do {
            names.add(name());
        } while (accept(","));
        expect(")");
        return List.copyOf(names);
    }

    /** An alias after AS or alone; null when there is none. */
    @Nullable
    String alias() {
        if (accept("AS")) {
            return peek().kind() == Kind.STRING || peek().kind() == Kind.NSTRING ? next().text() : name();
        }
        return atName() ? name() : null;
    }

    /** A constant text. */
    String string() {
        if (peek().kind() != Kind.STRING && peek().kind() != Kind.NSTRING) {
            throw unexpected();
        }
        return next().text();
    }

    int integer() {
        if (peek().kind() != Kind.INTEGER) {
            throw unexpected();
        }
        try {
            return Integer.parseInt(peek().text());
        } catch (NumberFormatException e) {
            throw unexpected();
        } finally {
            at++;
        }
    }

    void enter() {
        if (++depth > DEEPEST) {
            throw new SyntaxError(
                    191,
                    peek().line(),
                    "Some part of your SQL statement is nested too deeply. Rewrite the query or break it up into smaller"
                            + " queries.");
        }
    }

    void leave() {
        depth--;
    }
}
