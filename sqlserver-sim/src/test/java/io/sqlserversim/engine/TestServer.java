package io.sqlserversim.engine;

import io.sqlserversim.catalog.Catalog;
import io.sqlserversim.catalog.VirtualTable;
import io.sqlserversim.fault.StatementFaults;
import io.sqlserversim.instance.HeavyJudge;
import io.sqlserversim.instance.ServerClock;
import io.sqlserversim.locks.AppLocks;
import io.sqlserversim.session.Session;
import io.sqlserversim.session.SessionLogin;
import io.sqlserversim.types.Column;
import io.sqlserversim.types.SqlType;
import io.sqlserversim.types.SqlType.Kind;
import io.sqlserversim.types.TextCollation;
import io.sqlserversim.types.Variant;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** An engine over a few tables in memory, databases master, tempdb and Sales, and a clock that stands still. */
final class TestServer implements Catalog {
    static final Instant NOW = Instant.parse("2026-11-29T17:30:15.1234567Z");

    final Map<String, VirtualTable> tables = new HashMap<>();
    final AppLocks locks = new AppLocks();
    final HeavyJudge judge = new HeavyJudge();
    final List<Integer> killed = new ArrayList<>();
    final Map<String, TextCollation> collations = new HashMap<>();
    StatementFaults faults = StatementFaults.NONE;
    final TsqlEngine engine;
    private int nextSession = 51;

    TestServer() {
        ServerClock clock = new ServerClock() {
            @Override
            public Instant now() {
                return NOW;
            }

            @Override
            public Duration real(Duration simulated) {
                return simulated;
            }
        };
        engine = new TsqlEngine(
                this, locks, (s, text, heavy) -> faults.begin(s, text, heavy), judge, clock, (by, id) -> {
                    killed.add(id);
                    return id == 77;
                });
        tables.put("sys.databases", databases());
        tables.put("sys.light", light());
        tables.put("sys.query_store_runtime_stats", stats());
        tables.put("sys.query_store_plan", plans());
        tables.put("sys.query_store_query", queries());
        tables.put("sys.query_store_query_text", texts());
        tables.put("sys.query_store_runtime_stats_interval", intervals());
    }

    static Column column(String name, SqlType type, boolean nullable) {
        return new Column(name, type, nullable);
    }

    private static MemoryTable databases() {
        return new MemoryTable(
                "sys.databases",
                List.of(
                        column("name", SqlType.SYSNAME, false),
                        column("database_id", SqlType.INT, false),
                        column("is_read_only", SqlType.BIT, true),
                        column("collation_name", SqlType.SYSNAME, true)),
                false,
                List.of(1),
                3,
                i -> new @Nullable Object[] {
                    List.of("master", "tempdb", "Sales").get(i), i + 1, i == 2, i == 1 ? null : "Latin1_General_CI_AS"
                });
    }

    /** Ten rows: id 1 to 10, grp id mod 3, name with mixed case and NULL for id 7, amount decimal, at. */
    private static MemoryTable light() {
        return new MemoryTable(
                "sys.light",
                List.of(
                        column("id", SqlType.BIGINT, false),
                        column("grp", SqlType.INT, false),
                        column("name", SqlType.nvarchar(50), true),
                        column("amount", SqlType.decimal(10, 2), true),
                        column("at", SqlType.DATETIMEOFFSET, false)),
                false,
                List.of(0),
                10,
                i -> new @Nullable Object[] {
                    (long) i + 1,
                    (i + 1) % 3,
                    i == 6 ? null : (i % 2 == 0 ? "Row" : "ROW") + (i + 1),
                    i == 6
                            ? null
                            : new java.math.BigDecimal(i + 1).movePointLeft(1).setScale(2),
                    NOW.atOffset(java.time.ZoneOffset.UTC).minusHours(i)
                });
    }

    /** Clustered by interval and plan: 20 intervals of 50 plans. */
    private static MemoryTable stats() {
        return new MemoryTable(
                "sys.query_store_runtime_stats",
                List.of(
                        column("runtime_stats_interval_id", SqlType.BIGINT, false),
                        column("plan_id", SqlType.BIGINT, false),
                        column("count_executions", SqlType.BIGINT, false),
                        column("avg_duration", SqlType.FLOAT, true)),
                true,
                List.of(0, 1),
                1000,
                i -> new @Nullable Object[] {(long) i / 50 + 1, (long) i % 50 + 1, (long) i, i * 1.5});
    }

    private static MemoryTable plans() {
        return new MemoryTable(
                "sys.query_store_plan",
                List.of(
                        column("plan_id", SqlType.BIGINT, false),
                        column("query_id", SqlType.BIGINT, false),
                        column("query_plan", SqlType.nvarchar(SqlType.MAX), true)),
                true,
                List.of(0),
                50,
                i -> new @Nullable Object[] {(long) i + 1, (long) i / 2 + 1, "<ShowPlanXML " + i + "/>"});
    }

    private static MemoryTable queries() {
        return new MemoryTable(
                "sys.query_store_query",
                List.of(
                        column("query_id", SqlType.BIGINT, false),
                        column("query_text_id", SqlType.BIGINT, false),
                        column("object_id", SqlType.BIGINT, true),
                        column("query_hash", SqlType.binary(8), false)),
                true,
                List.of(0),
                25,
                i -> new @Nullable Object[] {(long) i + 1, (long) i + 1, 0L, new byte[] {0, 0, 0, 0, 0, 0, 0, (byte) i}
                });
    }

    private static MemoryTable texts() {
        return new MemoryTable(
                "sys.query_store_query_text",
                List.of(
                        column("query_text_id", SqlType.BIGINT, false),
                        column("query_sql_text", SqlType.nvarchar(SqlType.MAX), true)),
                true,
                List.of(0),
                25,
                i -> new @Nullable Object[] {(long) i + 1, "SELECT " + (i + 1) + " FROM t WHERE x = @p"});
    }

    /** Twenty hours up to now, one interval each. */
    private static MemoryTable intervals() {
        return new MemoryTable(
                "sys.query_store_runtime_stats_interval",
                List.of(
                        column("runtime_stats_interval_id", SqlType.BIGINT, false),
                        column("start_time", SqlType.DATETIMEOFFSET, false),
                        column("end_time", SqlType.DATETIMEOFFSET, false)),
                false,
                List.of(0),
                20,
                i -> new @Nullable Object[] {
                    (long) i + 1,
                    NOW.atOffset(java.time.ZoneOffset.UTC).minusHours(20 - i),
                    NOW.atOffset(java.time.ZoneOffset.UTC).minusHours(19 - i)
                });
    }

    MemoryTable memory(String name) {
        return (MemoryTable) tables.get(name);
    }

    Session session(String database) {
        SessionLogin login =
                new SessionLogin("monitor", "test", "host", "jdbc", 1, false, false, UUID.randomUUID(), "127.0.0.1", 1);
        return new Session(nextSession++, login, NOW, database);
    }

    @Override
    public @Nullable VirtualTable find(Session session, String database, String schema, String object) {
        if (object.equalsIgnoreCase("secret")) {
            throw new SqlError(262, 14, 1, "VIEW DATABASE STATE permission denied in database '" + database + "'.");
        }
        return schema.isEmpty() ? null : tables.get((schema + "." + object).toLowerCase(Locale.ROOT));
    }

    @Override
    public @Nullable VirtualTable describe(Session session, String database, int objectId) {
        for (VirtualTable table : tables.values()) {
            if (-1 - (io.sqlserversim.types.Collation.key(table.name()).hashCode() & 0x3FFFFFFF) == objectId) {
                return table;
            }
        }
        return null;
    }

    @Override
    public String enter(Session session, String database) {
        for (String name : List.of("master", "tempdb", "Sales")) {
            if (name.equalsIgnoreCase(database)) {
                return name;
            }
        }
        throw new SqlError(
                911,
                16,
                1,
                "Database '" + database + "' does not exist. Make sure that the name is entered correctly.");
    }

    @Override
    public TextCollation collation(String database) {
        return collations.getOrDefault(database, TextCollation.SERVER);
    }

    @Override
    public @Nullable Integer databaseId(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "master" -> 1;
            case "tempdb" -> 2;
            case "sales" -> 5;
            default -> null;
        };
    }

    @Override
    public @Nullable String databaseName(int id) {
        return switch (id) {
            case 1 -> "master";
            case 2 -> "tempdb";
            case 5 -> "Sales";
            default -> null;
        };
    }

    @Override
    public @Nullable Object serverProperty(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "productversion" -> new Variant(SqlType.nvarchar(128), "16.0.4135.4");
            case "engineedition" -> new Variant(new SqlType(Kind.INT, 0, 0, 0), 3);
            case "edition" -> new Variant(SqlType.nvarchar(128), "Developer Edition (64-bit)");
            case "servername" -> new Variant(SqlType.nvarchar(128), "sim-1");
            default -> null;
        };
    }

    @Override
    public @Nullable Integer hasPermission(Session session, @Nullable String securable, String permission) {
        return switch (permission) {
            case "VIEW SERVER STATE" -> 1;
            case "ALTER ANY CONNECTION" -> 1;
            case "CONTROL SERVER" -> 0;
            default -> null;
        };
    }

    RecordingSink run(Session session, String text) {
        RecordingSink sink = new RecordingSink();
        engine.execute(session, new Request.Batch(text), sink);
        return sink;
    }

    RecordingSink call(Session session, String procedure, Request.Parameter... parameters) {
        RecordingSink sink = new RecordingSink();
        engine.execute(session, new Request.Rpc(procedure, List.of(parameters)), sink);
        return sink;
    }
}
