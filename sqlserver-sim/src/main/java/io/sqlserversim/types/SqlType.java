package io.sqlserversim.types;

import java.util.Objects;

/**
 * A T-SQL data type. Immutable.
 *
 * @param kind which type
 * @param length bytes for binary types, characters for character types, {@link #MAX} for {@code (max)}; 0 where the
 *     type has no length
 * @param precision decimal digits of {@code decimal}/{@code numeric}; 0 elsewhere
 * @param scale digits after the point, or of the fraction of a second for the time types; 0 elsewhere
 * @param collation how its texts compare; the server's for types that hold no text
 */
public record SqlType(Kind kind, int length, int precision, int scale, TextCollation collation) {
    /** The length of {@code varchar(max)}, {@code nvarchar(max)} and {@code varbinary(max)}. */
    public static final int MAX = -1;

    /** The kinds of type, with the Java class that stands for a value. NULL is always Java's null. */
    public enum Kind {
        /** {@link Boolean}. */
        BIT,
        /** {@link Integer}, 0 to 255. */
        TINYINT,
        /** {@link Integer}. */
        SMALLINT,
        /** {@link Integer}. */
        INT,
        /** {@link Long}. */
        BIGINT,
        /** {@link Float}. */
        REAL,
        /** {@link Double}. */
        FLOAT,
        /** {@link java.math.BigDecimal} of exactly the type's scale. */
        DECIMAL,
        /** {@link java.math.BigDecimal} of scale 4. */
        MONEY,
        /** {@link java.math.BigDecimal} of scale 4. */
        SMALLMONEY,
        /** {@link java.time.LocalDate}. */
        DATE,
        /** {@link java.time.LocalTime}. */
        TIME,
        /** {@link java.time.LocalDateTime}, in steps of a 300th of a second. */
        DATETIME,
        /** {@link java.time.LocalDateTime}, in whole minutes. */
        SMALLDATETIME,
        /** {@link java.time.LocalDateTime}. */
        DATETIME2,
        /** {@link java.time.OffsetDateTime}. */
        DATETIMEOFFSET,
        /** {@link java.util.UUID}. */
        UNIQUEIDENTIFIER,
        /** {@code byte[]}. */
        BINARY,
        /** {@code byte[]}. */
        VARBINARY,
        /** {@link String}. */
        CHAR,
        /** {@link String}. */
        VARCHAR,
        /** {@link String}. */
        NCHAR,
        /** {@link String}; any 16-bit units, lone surrogates and NUL included. */
        NVARCHAR,
        /** {@link String}. */
        XML,
        /** {@link Variant}. */
        SQL_VARIANT
    }

    /** Checks the components. */
    public SqlType {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(collation, "collation");
    }

    /**
     * A type with the server's collation.
     *
     * @param kind which type
     * @param length as the component
     * @param precision as the component
     * @param scale as the component
     */
    public SqlType(Kind kind, int length, int precision, int scale) {
        this(kind, length, precision, scale, TextCollation.SERVER);
    }

    /**
     * The type with another collation.
     *
     * @param other how its texts compare
     * @return itself when it holds no text
     */
    public SqlType with(TextCollation other) {
        boolean text = kind == Kind.CHAR || kind == Kind.VARCHAR || kind == Kind.NCHAR || kind == Kind.NVARCHAR;
        return !text || other.equals(collation) ? this : new SqlType(kind, length, precision, scale, other);
    }

    /** {@code bit}. */
    public static final SqlType BIT = new SqlType(Kind.BIT, 0, 0, 0);

    /** {@code tinyint}. */
    public static final SqlType TINYINT = new SqlType(Kind.TINYINT, 0, 0, 0);

    /** {@code smallint}. */
    public static final SqlType SMALLINT = new SqlType(Kind.SMALLINT, 0, 0, 0);

    /** {@code int}. */
    public static final SqlType INT = new SqlType(Kind.INT, 0, 0, 0);

    /** {@code bigint}. */
    public static final SqlType BIGINT = new SqlType(Kind.BIGINT, 0, 0, 0);

    /** {@code float(53)}. */
    public static final SqlType FLOAT = new SqlType(Kind.FLOAT, 0, 0, 0);

    /** {@code datetime}. */
    public static final SqlType DATETIME = new SqlType(Kind.DATETIME, 0, 0, 0);

    /** {@code datetimeoffset(7)}. */
    public static final SqlType DATETIMEOFFSET = new SqlType(Kind.DATETIMEOFFSET, 0, 0, 7);

    /** {@code datetime2(7)}. */
    public static final SqlType DATETIME2 = new SqlType(Kind.DATETIME2, 0, 0, 7);

    /** {@code uniqueidentifier}. */
    public static final SqlType UNIQUEIDENTIFIER = new SqlType(Kind.UNIQUEIDENTIFIER, 0, 0, 0);

    /** {@code sysname}, that is {@code nvarchar(128)}. */
    public static final SqlType SYSNAME = nvarchar(128);

    /** {@code sql_variant}. */
    public static final SqlType SQL_VARIANT = new SqlType(Kind.SQL_VARIANT, 0, 0, 0);

    /**
     * {@code nvarchar}.
     *
     * @param length in characters, or {@link #MAX}
     * @return the type
     */
    public static SqlType nvarchar(int length) {
        return new SqlType(Kind.NVARCHAR, length, 0, 0);
    }

    /**
     * {@code varchar}.
     *
     * @param length in characters, or {@link #MAX}
     * @return the type
     */
    public static SqlType varchar(int length) {
        return new SqlType(Kind.VARCHAR, length, 0, 0);
    }

    /**
     * {@code varbinary}.
     *
     * @param length in bytes, or {@link #MAX}
     * @return the type
     */
    public static SqlType varbinary(int length) {
        return new SqlType(Kind.VARBINARY, length, 0, 0);
    }

    /**
     * {@code binary}.
     *
     * @param length in bytes
     * @return the type
     */
    public static SqlType binary(int length) {
        return new SqlType(Kind.BINARY, length, 0, 0);
    }

    /**
     * {@code decimal}.
     *
     * @param precision 1 to 38
     * @param scale 0 to precision
     * @return the type
     */
    public static SqlType decimal(int precision, int scale) {
        return new SqlType(Kind.DECIMAL, 0, precision, scale);
    }
}
