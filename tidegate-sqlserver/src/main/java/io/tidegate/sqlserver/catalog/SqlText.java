package io.tidegate.sqlserver.catalog;

import java.util.List;

/** A statement of the product, as its file has it. Immutable. */
public final class SqlText {
    private final SqlHeader header;
    private final SqlTemplate template;

    SqlText(SqlHeader header, SqlTemplate template) {
        this.header = header;
        this.template = template;
    }

    /**
     * What the file says of it.
     *
     * @return its header
     */
    public SqlHeader header() {
        return header;
    }

    /**
     * Begins binding a statement that names no database.
     *
     * @return a binding, confined to one thread
     */
    public Binding bind() {
        if (template.namesDatabase()) {
            throw new IllegalArgumentException("statement " + header.name() + " needs a database");
        }
        return new Binding(this, "");
    }

    /**
     * Begins binding a statement for a database.
     *
     * @param database its name, unquoted
     * @return a binding, confined to one thread
     */
    public Binding in(String database) {
        if (!template.namesDatabase()) {
            throw new IllegalArgumentException("statement " + header.name() + " names no database");
        }
        return new Binding(this, QuotedName.of(database));
    }

    /**
     * The statement as an editor runs it: parameters declared and set, names quoted, optional columns left out.
     *
     * @param database the database's name, unquoted; not used where the statement names none
     * @return T-SQL
     */
    public String asScript(String database) {
        StringBuilder script = new StringBuilder();
        for (SqlHeader.Param param : header.params()) {
            if (!param.list()) {
                String value = param.type().startsWith("bigint") || param.type().equals("int") ? "0" : "NULL";
                script.append("DECLARE @%s %s = %s;%n".formatted(param.name(), param.type(), value));
            }
        }
        for (SqlTemplate.Part part : template.parts()) {
            script.append(
                    switch (part) {
                        case SqlTemplate.Part.Literal literal -> literal.text();
                        case SqlTemplate.Part.Database place -> QuotedName.of(database);
                        case SqlTemplate.Part.Optional optional -> optional.lacking();
                        case SqlTemplate.Part.Value value ->
                            value.param().list() ? "0" : "@" + value.param().name();
                    });
        }
        return script.toString();
    }

    List<SqlTemplate.Part> parts() {
        return template.parts();
    }
}
