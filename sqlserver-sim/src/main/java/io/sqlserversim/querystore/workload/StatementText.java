package io.sqlserversim.querystore.workload;

/** Makes the text of a statement from its content: point reads, writes, lists and reports. Stateless. */
final class StatementText {
    private StatementText() {}

    static boolean writes(int content) {
        return content % 5 == 2;
    }

    /** The column and the parameter by which a statement finds its rows, as the hint of a variant names them. */
    static String predicate(String database, String application, int content) {
        long mixed = Mix.of(Mix.of(application), content, 5);
        String table = Vocabulary.table(mixed >>> 4);
        return "[" + database.replace("]", "]]") + "].[" + Vocabulary.schema(mixed) + "].[" + table + "].[" + table
                + "Id] = @P0";
    }

    /** The same for all databases of an application. */
    static String of(String application, int content) {
        long mixed = Mix.of(Mix.of(application), content, 5);
        String table = Vocabulary.schema(mixed) + "." + Vocabulary.table(mixed >>> 4);
        String key = Vocabulary.table(mixed >>> 4) + "Id";
        String marker = "/* " + application + ":" + content + " */ ";
        return switch (content % 5) {
            case 0 ->
                "(@P0 bigint)SELECT " + marker + columns("t", mixed, 3 + (int) (mixed >>> 8 & 7)) + " FROM " + table
                        + " AS t WHERE t." + key + " = @P0";
            case 1 -> module(marker, table, key, mixed);
            case 2 ->
                "(@P0 decimal(19,4),@P1 datetime2,@P2 bigint)UPDATE " + marker + table + " SET "
                        + Vocabulary.column(mixed >>> 12) + " = @P0, ModifiedAt = @P1 WHERE " + key + " = @P2";
            case 3 -> list(marker, table, key, mixed, content);
            default -> report(marker, table, key, mixed);
        };
    }

    private static String module(String marker, String table, String key, long mixed) {
        return "SELECT " + marker + "TOP (@take) " + columns("t", mixed, 4) + " FROM " + table + " AS t JOIN dbo."
                + Vocabulary.table(mixed >>> 20) + " AS r ON r." + key + " = t." + key + " WHERE t."
                + Vocabulary.column(mixed >>> 24) + " >= @since AND r." + Vocabulary.column(mixed >>> 28)
                + " = @kind ORDER BY t." + key + " DESC";
    }

    private static String list(String marker, String table, String key, long mixed, int content) {
        int values = 1 << (2 + content % 7); // up to 256 parameters, some 4,000 characters
        StringBuilder text = new StringBuilder("(@P0 bigint");
        for (int i = 1; i < values; i++) {
            text.append(",@P").append(i).append(" bigint");
        }
        text.append(")SELECT ")
                .append(marker)
                .append(columns("t", mixed, 6))
                .append(" FROM ")
                .append(table);
        text.append(" AS t WHERE t.").append(key).append(" IN (@P0");
        for (int i = 1; i < values; i++) {
            text.append(", @P").append(i);
        }
        return text.append(')').toString();
    }

    private static String report(String marker, String table, String key, long mixed) {
        String group = Vocabulary.column(mixed >>> 32);
        return "SELECT " + marker + "r." + group + ", COUNT_BIG(*) AS n, SUM(t." + Vocabulary.column(mixed >>> 36)
                + ") AS total, AVG(CAST(t." + Vocabulary.column(mixed >>> 40) + " AS float)) AS mean\r\nFROM " + table
                + " AS t\r\nINNER JOIN dbo." + Vocabulary.table(mixed >>> 44) + " AS r ON r." + key + " = t." + key
                + "\r\nLEFT JOIN dbo." + Vocabulary.table(mixed >>> 48) + " AS x ON x." + key + " = r." + key
                + "\r\nWHERE t." + Vocabulary.column(mixed >>> 52) + " BETWEEN @from AND @to AND x."
                + Vocabulary.column(mixed >>> 56) + " IS NOT NULL\r\nGROUP BY r." + group + "\r\nORDER BY total DESC";
    }

    private static String columns(String alias, long mixed, int count) {
        StringBuilder list = new StringBuilder();
        for (int i = 0; i < count; i++) {
            list.append(i == 0 ? "" : ", ").append(alias).append('.').append(Vocabulary.column((mixed >>> 10) + i));
        }
        return list.toString();
    }
}
