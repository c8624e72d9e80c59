package io.sqlserversim.sql;

/** A lexical unit. {@code text} is what it means (quotes undone), {@code raw} what stands in the batch. */
record Token(Kind kind, String text, String raw, int line) {
    enum Kind {
        /** Unquoted name or keyword. */
        WORD,
        /** [name] or "name". */
        QUOTED_NAME,
        /** A local variable, its sign included. */
        VARIABLE,
        /** A system variable, its signs included. */
        SYSTEM_VARIABLE,
        /** 'text'. */
        STRING,
        /** N'text'. */
        NSTRING,
        /** Digits only. */
        INTEGER,
        /** Digits with a point. */
        DECIMAL,
        /** With an exponent. */
        FLOAT,
        /** $ and digits. */
        MONEY,
        /** 0x and hexadecimal digits; text without the 0x. */
        BINARY,
        /** An operator or punctuation. */
        SYMBOL,
        /** The end of the batch. */
        END
    }

    boolean is(String word) {
        return (kind == Kind.WORD || kind == Kind.SYMBOL) && text.equalsIgnoreCase(word);
    }

    boolean isReserved() {
        return kind == Kind.WORD && Keywords.isReserved(text);
    }
}
