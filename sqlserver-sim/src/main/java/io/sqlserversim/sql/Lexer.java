package io.sqlserversim.sql;

import io.sqlserversim.sql.Token.Kind;
import java.util.ArrayList;
import java.util.List;

/** Cuts a batch into tokens; comments nest as in T-SQL. Confined to one thread. */
final class Lexer {
    private static final String[] SYMBOLS = {
        "<=", ">=", "<>", "!=", "!<", "!>", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "::", "<", ">", "=", "+",
        "-", "*", "/", "%", "&", "|", "^", "~", "(", ")", ",", ".", ";", ":", "{", "}"
    };

    private final String text;
    private final boolean quotedNames;
    private int at;
    private int line = 1;

    Lexer(String text) {
        this(text, true);
    }

    /** Double quotes enclose names, or texts as before QUOTED_IDENTIFIER. */
    Lexer(String text, boolean quotedNames) {
        this.text = text;
        this.quotedNames = quotedNames;
    }

    List<Token> tokens() {
        List<Token> tokens = new ArrayList<>();
        for (skipBlanks(); at < text.length(); skipBlanks()) {
            tokens.add(next());
        }
        String last = tokens.isEmpty() ? "" : tokens.getLast().raw();
        tokens.add(new Token(Kind.END, last, last, line));
        return tokens;
    }

    private Token next() {
        int start = at;
        int startLine = line;
        char c = text.charAt(at);
        if (c == '\'') {
            return token(Kind.STRING, quoted('\'', start, startLine), start, startLine);
        }
        if ((c == 'N' || c == 'n') && peek(1) == '\'') {
            at++;
            return token(Kind.NSTRING, quoted('\'', start, startLine), start, startLine);
        }
        if (c == '[') {
            return token(Kind.QUOTED_NAME, quoted(']', start, startLine), start, startLine);
        }
        if (c == '"') {
            Kind kind = quotedNames ? Kind.QUOTED_NAME : Kind.STRING;
            return token(kind, quoted('"', start, startLine), start, startLine);
        }
        if (c == '@') {
            at++;
            skipName();
            String name = text.substring(start, at);
            return token(name.startsWith("@@") ? Kind.SYSTEM_VARIABLE : Kind.VARIABLE, name, start, startLine);
        }
        if (isDigit(c) || (c == '.' && isDigit(peek(1)))) {
            return number(start, startLine);
        }
        if (c == '$' && (isDigit(peek(1)) || peek(1) == '.')) {
            at++;
            skipNumber();
            return token(Kind.MONEY, text.substring(start + 1, at), start, startLine);
        }
        if (isNameStart(c)) {
            skipName();
            return token(Kind.WORD, text.substring(start, at), start, startLine);
        }
        for (String symbol : SYMBOLS) {
            if (text.startsWith(symbol, at)) {
                at += symbol.length();
                return token(Kind.SYMBOL, symbol, start, startLine);
            }
        }
        throw new SyntaxError(102, line, "Incorrect syntax near '" + c + "'.");
    }

    private Token token(Kind kind, String meaning, int start, int startLine) {
        return new Token(kind, meaning, text.substring(start, at), startLine);
    }

    private Token number(int start, int startLine) {
        if (text.charAt(at) == '0' && (peek(1) == 'x' || peek(1) == 'X')) {
            at += 2;
            while (at < text.length() && Character.digit(text.charAt(at), 16) >= 0) {
                at++;
            }
            return token(Kind.BINARY, text.substring(start + 2, at), start, startLine);
        }
        boolean point = skipNumber();
        if (at < text.length() && (text.charAt(at) == 'e' || text.charAt(at) == 'E')) {
            at++;
            if (at < text.length() && (text.charAt(at) == '+' || text.charAt(at) == '-')) {
                at++;
            }
            skipDigits();
            return token(Kind.FLOAT, text.substring(start, at), start, startLine);
        }
        return token(point ? Kind.DECIMAL : Kind.INTEGER, text.substring(start, at), start, startLine);
    }

    /** Skips digits, a point and digits; tells whether there was a point. */
    private boolean skipNumber() {
        skipDigits();
        if (at < text.length() && text.charAt(at) == '.') {
            at++;
            skipDigits();
            return true;
        }
        return false;
    }

    private void skipDigits() {
        while (at < text.length() && isDigit(text.charAt(at))) {
            at++;
        }
    }

    private void skipName() {
        while (at < text.length() && isNamePart(text.charAt(at))) {
            at++;
        }
    }

    /** Reads to the closing quote; a doubled one stands for itself. */
    private String quoted(char close, int start, int startLine) {
        at++;
        StringBuilder meaning = new StringBuilder();
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c == close) {
                if (peek(0) != close) {
                    return meaning.toString();
                }
                at++;
            } else if (c == '\n') {
                line++;
            }
            meaning.append(c);
        }
        String rest = text.substring(start + 1);
        throw new SyntaxError(105, startLine, "Unclosed quotation mark after the character string '" + rest + "'.");
    }

    private void skipBlanks() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '\n') {
                line++;
                at++;
            } else if (c <= ' ' || c == '\u00a0' || c == '\ufeff') {
                at++;
            } else if (c == '-' && peek(1) == '-') {
                while (at < text.length() && text.charAt(at) != '\n') {
                    at++;
                }
            } else if (c == '/' && peek(1) == '*') {
                skipComment();
            } else {
                return;
            }
        }
    }

    private void skipComment() {
        int depth = 0;
        int startLine = line;
        while (at < text.length()) {
            if (text.startsWith("/*", at)) {
                depth++;
                at += 2;
            } else if (text.startsWith("*/", at)) {
                at += 2;
                if (--depth == 0) {
                    return;
                }
            } else if (text.charAt(at++) == '\n') {
                line++;
            }
        }
        throw new SyntaxError(113, startLine, "Missing end comment mark '*/'.");
    }

    private char peek(int ahead) {
        return at + ahead < text.length() ? text.charAt(at + ahead) : '\0';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isNameStart(char c) {
        return Character.isLetter(c) || c == '_' || c == '#';
    }

    private static boolean isNamePart(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '#' || c == '@' || c == '$';
    }
}
