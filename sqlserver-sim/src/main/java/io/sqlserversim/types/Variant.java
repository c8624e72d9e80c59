package io.sqlserversim.types;

/**
 * A value of {@code sql_variant}: the value with the type that it has inside. Immutable.
 *
 * @param type the base type, never {@code sql_variant} or a {@code (max)} type
 * @param value the value, of the Java class that {@link SqlType.Kind} names; never null
 */
public record Variant(SqlType type, Object value) {}
