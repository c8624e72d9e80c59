package io.tidegate.app.config;

import io.tidegate.app.config.TidegateConfig.BudgetConfig;
import io.tidegate.app.config.TidegateConfig.CadenceConfig;
import io.tidegate.app.config.TidegateConfig.StoreConfig;
import io.tidegate.app.config.TidegateConfig.WebConfig;
import io.tidegate.collector.QuietHours;
import io.tidegate.core.privacy.TextPrivacy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Turns {@code tidegate.yaml} into records, or into the list of everything that is wrong with it. Thread-safe. */
public final class ConfigLoader {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration DAY = Duration.ofDays(1);

    /** By default the last of two keys wins, and the first, which somebody wrote too, would be forgotten without a word. */
    private static final YAMLMapper YAML = YAMLMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private final Map<String, String> environment;
    private final Path defaultStore;

    /**
     * A loader.
     *
     * @param environment for {@code env:} references
     * @param defaultStore the store's folder when the file names none
     */
    public ConfigLoader(Map<String, String> environment, Path defaultStore) {
        this.environment = Map.copyOf(environment);
        this.defaultStore = defaultStore;
    }

    /**
     * Loads a file. Blocks for reading it and the files that it names.
     *
     * @param file a YAML file
     * @return the checked configuration
     * @throws ConfigException with every problem, when there is any
     */
    public TidegateConfig load(Path file) throws ConfigException {
        List<Problem> problems = new ArrayList<>();
        JsonNode tree = parse(file, problems);
        if (!problems.isEmpty()) {
            throw new ConfigException(file, problems);
        }
        ConfigNode root = new ConfigNode(tree, "", problems);
        TidegateConfig config = read(root, file.toAbsolutePath().getParent());
        root.refuseUnknownKeys();
        if (!problems.isEmpty()) {
            throw new ConfigException(file, problems);
        }
        return config;
    }

    private static @Nullable JsonNode parse(Path file, List<Problem> problems) {
        try {
            if (Files.isDirectory(file)) {
                problems.add(new Problem(
                        "(file)", "is a folder; name the file in it, as in " + file.resolve("tidegate.yaml")));
                return null;
            }
            JsonNode tree = YAML.readTree(Files.readString(file));
            if (tree.isMissingNode() || tree.isNull()) {
                problems.add(new Problem(
                        "(file)", "is empty; 'servers' at least must be there, see 'tidegate config init'"));
            }
            return tree;
        } catch (NoSuchFileException missing) {
            problems.add(new Problem("(file)", "does not exist; 'tidegate config init' writes one with comments"));
        } catch (IOException cannotRead) {
            problems.add(new Problem(
                    "(file)",
                    "cannot be read as text (UTF-8) by this user: "
                            + cannotRead.getClass().getSimpleName()));
        } catch (JacksonException notYaml) {
            var at = notYaml.getLocation();
            problems.add(new Problem(
                    "(line " + at.getLineNr() + ", column " + at.getColumnNr() + ")",
                    "is not YAML: " + firstLine(notYaml.getOriginalMessage())));
        }
        return null;
    }

    private TidegateConfig read(ConfigNode root, @Nullable Path base) {
        BudgetConfig budgets = budgets(root.child("budgets"), BudgetConfig.DEFAULT);
        CadenceConfig cadence = cadence(root.child("cadence"));
        QuietHours quiet = QuietTimes.read(root.child("quietHours"));
        List<ServerConfig> servers = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (ConfigNode node : root.children("servers")) {
            List<String> databases = node.textOrTexts("database");
            ServerConfig server = server(node, base, new SecretReference(environment, base), cadence, budgets, quiet);
            for (ServerConfig one : each(server, databases)) {
                if (!one.name().isEmpty() && !names.add(one.name().toLowerCase(Locale.ROOT))) {
                    node.problem("name", "must be unique, was " + one.name() + " again");
                }
                servers.add(one);
            }
        }
        if (servers.isEmpty()) {
            root.problem("servers", "must list at least one server");
        }
        StoreConfig store = store(root.child("store"), base);
        WebConfig web = web(root.child("web"));
        Duration retention = root.duration("retention", Duration.ofDays(400), DAY, Duration.ofDays(36_500));
        ConfigNode privacy = root.child("privacy");
        TextPrivacy texts = privacy.choice("texts", TextPrivacy.KEEP, TextPrivacy.class);
        privacy.refuseUnknownKeys();
        return new TidegateConfig(servers, cadence, budgets, store, web, retention, texts);
    }

    /** Databases of Azure SQL Database are a server each, since they have sessions, locks and budgets of their own. */
    private static List<ServerConfig> each(ServerConfig server, List<String> databases) {
        return switch (databases.size()) {
            case 0 -> List.of(server);
            case 1 -> List.of(server.ofDatabase(server.name(), databases.getFirst()));
            default ->
                databases.stream()
                        .map(one -> server.ofDatabase(server.name() + "/" + one, one))
                        .toList();
        };
    }

    private static ServerConfig server(
            ConfigNode node,
            @Nullable Path base,
            SecretReference secrets,
            CadenceConfig cadence,
            BudgetConfig budgets,
            QuietHours quiet) {
        ConfigNode login = node.child("login");
        ConfigNode databases = node.child("databases");
        ServerConfig server = new ServerConfig(
                node.text("name", null),
                node.text("host", null),
                node.integer("port", 1433, 1, 65_535),
                login.text("user", null),
                secrets.resolve(login, "password"),
                node.choice("encryption", ServerConfig.Encryption.ON, ServerConfig.Encryption.class),
                node.flag("trustServerCertificate", false),
                Authorities.read(node, "certificateAuthority", base),
                databases.texts("include"),
                databases.texts("exclude"),
                node.flag("allowUnproven", false),
                node.flag("enabled", true),
                node.flag("tickEnabled", cadence.tickEnabled()),
                node.flag("backfillEnabled", cadence.backfillEnabled()),
                node.has("quietHours") ? QuietTimes.read(node.child("quietHours")) : quiet,
                "",
                budgets(node.child("budgets"), budgets));
        login.refuseUnknownKeys();
        databases.refuseUnknownKeys();
        node.refuseUnknownKeys();
        return server;
    }

    private static CadenceConfig cadence(ConfigNode node) {
        CadenceConfig d = CadenceConfig.DEFAULT;
        CadenceConfig read = new CadenceConfig(
                node.duration("tick", d.tick(), SECOND, DAY),
                node.duration("backfill", d.backfill(), SECOND, DAY),
                node.duration("deadline", d.deadline(), SECOND, Duration.ofHours(1)),
                node.flag("tickEnabled", true),
                node.flag("backfillEnabled", true));
        node.refuseUnknownKeys();
        return read;
    }

    private static BudgetConfig budgets(ConfigNode node, BudgetConfig d) {
        BudgetConfig read = new BudgetConfig(
                node.bytes("slice", d.sliceBytes(), 1L << 20, 1L << 30),
                node.integer("rows", d.sliceRows(), 1_000, 10_000_000),
                node.duration("read", d.read(), SECOND, Duration.ofMinutes(10)),
                node.bytes("planCap", d.planCapBytes(), 16L << 10, 64L << 20),
                node.duration("heavy", d.heavy(), SECOND, Duration.ofHours(1)),
                node.percent("cpu", d.cpuPercent(), 0.01, 100));
        node.refuseUnknownKeys();
        return read;
    }

    private StoreConfig store(ConfigNode node, @Nullable Path base) {
        Path directory = node.parsed(
                "directory", defaultStore, written -> directory(written, base), "must be the path of a directory");
        StoreConfig read = new StoreConfig(directory, node.bytes("memory", 256L << 20, 64L << 20, 1L << 40));
        node.refuseUnknownKeys();
        return read;
    }

    private Optional<Path> directory(String written, @Nullable Path base) {
        if (written.isBlank()) {
            return Optional.of(defaultStore);
        }
        Optional<Path> path = ConfigPaths.of(base, written);
        return base == null ? path : path.map(Path::normalize);
    }

    private static WebConfig web(ConfigNode node) {
        WebConfig read = new WebConfig(
                node.flag("enabled", WebConfig.DEFAULT.enabled()),
                node.integer("port", WebConfig.DEFAULT.port(), 0, 65_535));
        node.refuseUnknownKeys();
        return read;
    }

    private static String firstLine(String message) {
        return message.lines().findFirst().orElse("");
    }
}
