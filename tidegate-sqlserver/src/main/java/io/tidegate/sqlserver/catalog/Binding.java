package io.tidegate.sqlserver.catalog;

import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A statement that is being bound by name. Confined to one thread. */
public final class Binding {
    /** Lists are padded to one of these lengths, so that few plans are compiled; 2,100 parameters are the server's limit. */
    private static final int[] LIST_SIZES = {1, 10, 50, 200, Binding.MAX_IDS};

    /** The longest list of ids that one statement takes. */
    public static final int MAX_IDS = 1000;

    private final SqlText text;
    private final String quotedDatabase;
    private final Map<String, List<Object>> values = new HashMap<>();
    private Set<String> columns = Set.of();

    Binding(SqlText text, String quotedDatabase) {
        this.text = text;
        this.quotedDatabase = quotedDatabase;
    }

    /**
     * Sets a number.
     *
     * @param name the parameter, without colon
     * @param value its value
     * @return this
     */
    public Binding set(String name, long value) {
        return put(param(name, false), List.of(value));
    }

    /**
     * Sets a string.
     *
     * @param name the parameter, without colon
     * @param value its value
     * @return this
     */
    public Binding set(String name, String value) {
        return put(param(name, false), List.of(value));
    }

    /**
     * Sets a {@code datetime2}.
     *
     * @param name the parameter, without colon
     * @param value its value
     * @return this
     */
    public Binding set(String name, LocalDateTime value) {
        return put(param(name, false), List.of(value));
    }

    /**
     * Sets a list of ids.
     *
     * @param name the parameter, without colon
     * @param ids 1 to {@value #MAX_IDS} ids
     * @return this
     */
    public Binding set(String name, List<Long> ids) {
        if (ids.isEmpty() || ids.size() > MAX_IDS) {
            throw new IllegalArgumentException(":" + name + " takes 1 to " + MAX_IDS + " ids, given " + ids.size());
        }
        List<Object> padded = new ArrayList<>(ids);
        int size = sizeFor(ids.size());
        while (padded.size() < size) {
            padded.add(ids.getLast());
        }
        return put(param(name, true), padded);
    }

    /**
     * Says which columns the view has. One that is optional in the statement and not among them is NULL.
     *
     * @param has names; without this call none of the optional ones is there
     * @return this
     */
    public Binding having(Set<String> has) {
        columns = Set.copyOf(has);
        return this;
    }

    /**
     * The statement with question marks, and the values in their order.
     *
     * @return bound
     * @throws IllegalArgumentException if a parameter was not set
     */
    public BoundSql build() {
        StringBuilder sql = new StringBuilder();
        List<Object> ordered = new ArrayList<>();
        for (SqlTemplate.Part part : text.parts()) {
            switch (part) {
                case SqlTemplate.Part.Literal literal -> sql.append(literal.text());
                case SqlTemplate.Part.Database place -> sql.append(quotedDatabase);
                case SqlTemplate.Part.Optional optional -> sql.append(column(optional));
                case SqlTemplate.Part.Value value -> {
                    List<Object> of = required(value.param().name());
                    sql.append("?").append(", ?".repeat(of.size() - 1));
                    ordered.addAll(of);
                }
            }
        }
        return new BoundSql(text.header(), sql.toString(), ordered);
    }

    /**
     * The statement with its numbers and strings written into the text as literals, for batches that are put together of
     * several statements.
     *
     * @param but parameters that stay question marks, with their values; none of a list
     * @return bound
     * @throws IllegalArgumentException if a parameter was not set or is a time
     */
    public BoundSql buildInline(String... but) {
        Set<String> bound = Set.of(but);
        List<Object> ordered = new ArrayList<>();
        String sql = written(value -> {
            List<Object> of = required(value.param().name());
            if (bound.contains(value.param().name())) {
                ordered.addAll(of);
                return "?";
            }
            return of.stream().map(Binding::literal).collect(Collectors.joining(", "));
        });
        return new BoundSql(text.header(), sql, ordered);
    }

    /**
     * The text of the statement for {@code sp_executesql}: what was set as literals, and what was not by its name.
     *
     * @return T-SQL with {@code @name} for each parameter that was not set
     */
    public String buildNested() {
        return written(value -> {
            String name = value.param().name();
            return values.containsKey(name)
                    ? required(name).stream().map(Binding::literal).collect(Collectors.joining(", "))
                    : "@" + name;
        });
    }

    private String written(Function<SqlTemplate.Part.Value, String> write) {
        StringBuilder sql = new StringBuilder();
        for (SqlTemplate.Part part : text.parts()) {
            sql.append(
                    switch (part) {
                        case SqlTemplate.Part.Literal literal -> literal.text();
                        case SqlTemplate.Part.Database place -> quotedDatabase;
                        case SqlTemplate.Part.Optional optional -> column(optional);
                        case SqlTemplate.Part.Value value -> write.apply(value);
                    });
        }
        return sql.toString();
    }

    private String column(SqlTemplate.Part.Optional optional) {
        return columns.contains(optional.name()) ? optional.column() : optional.lacking();
    }

    private static String literal(Object value) {
        return switch (value) {
            case Long number -> Long.toString(number);
            case String words -> QuotedName.literal(words);
            default ->
                throw new IllegalArgumentException(
                        "no literal for a " + value.getClass().getSimpleName());
        };
    }

    private List<Object> required(String name) {
        List<Object> of = values.get(name);
        if (of == null) {
            throw new IllegalArgumentException("statement " + text.header().name() + ": :" + name + " was not set");
        }
        return of;
    }

    private Binding put(SqlHeader.Param param, List<Object> of) {
        values.put(param.name(), of);
        return this;
    }

    private SqlHeader.Param param(String name, boolean list) {
        return text.header().params().stream()
                .filter(p -> p.name().equals(name) && p.list() == list)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "statement " + text.header().name() + " has no " + (list ? "list" : "value") + " :" + name
                                + ", it has " + text.header().params()));
    }

    private static int sizeFor(int count) {
        for (int size : LIST_SIZES) {
            if (count <= size) {
                return size;
            }
        }
        throw new IllegalArgumentException("too many: " + count);
    }
}
