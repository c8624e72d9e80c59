package io.sqlserversim.engine;

import io.sqlserversim.sql.Query.ForXml;
import io.sqlserversim.types.Column;
import io.sqlserversim.types.Conversions;
import io.sqlserversim.types.SqlType;
import io.sqlserversim.types.SqlType.Kind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * FOR XML PATH: all rows as one text, which is no row when there are none. A column without a name, or named
 * {@code text()}, {@code *} or {@code node()}, is text; {@code @name} is an attribute; another name is an element.
 */
final class ForXmlRows extends Rows {
    private static final String COLUMN = "XML_F52E2B61-18A1-11d1-B105-00805F49916B";

    private final BoundQuery query;
    private final ForXml form;
    private boolean done;

    private ForXmlRows(BoundQuery query, ForXml form) {
        this.query = query;
        this.form = form;
    }

    static BoundQuery over(BoundQuery query, ForXml form) {
        SqlType type = form.typed() ? new SqlType(Kind.XML, 0, 0, 0) : SqlType.nvarchar(SqlType.MAX);
        return new BoundQuery(new ForXmlRows(query, form), List.of(new Column(form.typed() ? "" : COLUMN, type, true)));
    }

    @Override
    void open(Env env) {
        done = false;
        query.rows().open(env);
    }

    @Override
    @Nullable
    Object @Nullable [] next(Env env) {
        if (done) {
            return null;
        }
        done = true;
        StringBuilder xml = new StringBuilder();
        boolean any = false;
        for (@Nullable Object[] row = query.rows().next(env);
                row != null;
                row = query.rows().next(env)) {
            env.rowWorked();
            any = true;
            element(xml, row);
        }
        if (!any) {
            return null;
        }
        String root = form.root();
        return new @Nullable Object[] {root.isEmpty() ? xml.toString() : "<" + root + ">" + xml + "</" + root + ">"};
    }

    private void element(StringBuilder xml, @Nullable Object[] row) {
        StringBuilder attributes = new StringBuilder();
        StringBuilder content = new StringBuilder();
        for (int i = 0; i < query.columns().size(); i++) {
            Object value = row[i];
            if (value != null) {
                Column column = query.columns().get(i);
                String text = (String) Conversions.convert(value, column.type(), SqlType.nvarchar(SqlType.MAX), 126);
                column(column, text, attributes, content);
            }
        }
        if (form.element().isEmpty()) {
            xml.append(content);
        } else if (content.isEmpty()) {
            xml.append('<').append(form.element()).append(attributes).append("/>");
        } else {
            xml.append('<')
                    .append(form.element())
                    .append(attributes)
                    .append('>')
                    .append(content);
            xml.append("</").append(form.element()).append('>');
        }
    }

    private static void column(Column column, String text, StringBuilder attributes, StringBuilder content) {
        String name = column.name();
        String inside = column.type().kind() == Kind.XML ? text : escape(text);
        boolean plain = name.isEmpty() || name.equals("text()") || name.equals("*") || name.equals("node()");
        if (plain) {
            content.append(inside);
        } else if (name.startsWith("@")) {
            attributes.append(' ').append(name.substring(1)).append("=\"");
            attributes.append(escape(text).replace("\"", "&quot;")).append('"');
        } else if (name.equals("data()")) {
            content.append(content.isEmpty() ? "" : " ").append(inside);
        } else if (name.matches("[\\p{L}_][\\p{L}\\p{N}_.-]*")) {
            content.append('<')
                    .append(name)
                    .append('>')
                    .append(inside)
                    .append("</")
                    .append(name)
                    .append('>');
        } else {
            throw new SqlError(
                    6850,
                    16,
                    1,
                    "Column name '" + name + "' contains an invalid XML identifier as required by FOR XML.");
        }
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\r", "&#x0D;");
    }

    /** The text of an xml value: its elements taken away, its entities resolved. */
    static String textOf(String xml) {
        return xml.replaceAll("<[^>]*>", "")
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&quot;", "\"")
                .replace("&#x0D;", "\r")
                .replace("&amp;", "&");
    }

    @Override
    void close(Env env) {
        query.rows().close(env);
    }

    @Override
    boolean fresh() {
        return true;
    }

    @Override
    double rows() {
        return 1;
    }
}
