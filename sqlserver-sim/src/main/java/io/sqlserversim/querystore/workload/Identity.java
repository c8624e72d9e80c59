package io.sqlserversim.querystore.workload;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * What queries, texts and plans are: hashes, texts and showplans of contents. The hashes agree over all databases of
 * one application. Immutable, thread-safe.
 */
public final class Identity {
    private static final HexFormat HEX = HexFormat.of().withUpperCase();
    private static final int HANDLE_BYTES = 44;
    private static final int FIRST_MODULE = 885_578_193;
    private static final String STATEMENT_END = "><QueryPlan ";

    private final Workload workload;
    private final long application;

    /**
     * Identities of a workload's queries and plans.
     *
     * @param workload whose
     */
    public Identity(Workload workload) {
        this.workload = workload;
        this.application = Mix.of(workload.spec().application());
    }

    /**
     * The query hash.
     *
     * @param content of the query
     * @return 8 bytes
     */
    public byte[] queryHash(int content) {
        return bytes(Mix.of(application, workload.textOf(Variants.parentOf(workload, content)), 1));
    }

    /**
     * The plan hash.
     *
     * @param content of the query
     * @param variant which of its plans
     * @return 8 bytes
     */
    public byte[] planHash(int content, int variant) {
        return bytes(Mix.of(application, workload.textOf(content), 2 + variant));
    }

    /**
     * The text of a query.
     *
     * @param content of the query
     * @return the statement, with its parameters before it where the client sent some
     */
    public String text(int content) {
        String name = workload.spec().application();
        int number = Variants.numberOf(workload, content);
        int parent = content - number;
        String text = StatementText.of(name, workload.textOf(parent));
        if (number == 0) {
            return text;
        }
        String parameters = objectId(parent) > 0 ? "(@take int,@since datetime2,@kind int,@P0 bigint)" : "";
        String predicate = StatementText.predicate(workload.database(), name, workload.textOf(parent));
        return parameters + text + Variants.hint(predicate, objectId(parent), number);
    }

    /**
     * The module of a query: one of its own for each query whose parameters are a procedure's.
     *
     * @param content of the query
     * @return 0 for ad hoc statements and for variants, whose texts name it
     */
    public long objectId(int content) {
        int text = workload.textOf(content);
        return text % 5 == 1 && Variants.numberOf(workload, content) == 0 ? FIRST_MODULE + 16L * text : 0;
    }

    /**
     * The handle of a text.
     *
     * @param text the statement
     * @return 0x0900 and the MD5 of its UTF-16LE bytes, padded with zeros to 44 bytes (probed on 2025)
     */
    public static byte[] handle(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("MD5").digest(text.getBytes(StandardCharsets.UTF_16LE));
            return ByteBuffer.allocate(HANDLE_BYTES)
                    .put((byte) 9)
                    .put((byte) 0)
                    .put(digest)
                    .array();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has MD5", e);
        }
    }

    /**
     * The size of a plan.
     *
     * @param content of the query
     * @param variant which of its plans
     * @return bytes of UTF-16, even
     */
    public int planBytes(int content, int variant) {
        int odd = Oddities.planBytes(workload.spec(), content);
        if (odd > 0) {
            return odd;
        }
        long mixed = Mix.of(application, content, 1_000L + variant);
        return workload.spec().planSizes().bytesAt(Mix.below(mixed, 0, 1_000_000));
    }

    /**
     * The showplan of a plan.
     *
     * @param content of the query
     * @param variant which of its plans
     * @return XML without declaration, of {@link #planBytes} bytes
     */
    public String planXml(int content, int variant) {
        String query = "0x" + HEX.formatHex(queryHash(content));
        String plan = "0x" + HEX.formatHex(planHash(content, variant));
        long mixed = Mix.of(application, content, 2_000L + variant);
        int joins = Oddities.joins(workload.spec(), content);
        String attribute = Variants.attribute(workload, content);
        String element = Variants.element(workload, content);
        int characters = planBytes(content, variant) / 2 - attribute.length() - element.length();
        String xml = ShowplanXml.of(workload.database(), mixed, query, plan, characters, joins);
        return element.isEmpty()
                ? xml
                : xml.replace(STATEMENT_END, attribute + ">" + element + STATEMENT_END.substring(1));
    }

    /**
     * The showplan of a captured statement.
     *
     * @param hash its query hash
     * @return XML without declaration, of 12,000 bytes
     */
    public String planXml(long hash) {
        String query = "0x" + HEX.formatHex(bytes(hash));
        return ShowplanXml.of(workload.database(), Mix.of(hash), query, "0x" + HEX.formatHex(bytes(hash + 1)), 6_000);
    }

    /**
     * Whether a query's plans are parallel.
     *
     * @param content of the query
     * @return true for the largest queries
     */
    public boolean isParallel(int content) {
        return RowCosts.size(Mix.of(application, content), content) >= 9;
    }

    /**
     * How long a compilation of a plan takes.
     *
     * @param content of the query
     * @param variant which of its plans
     * @return µs
     */
    public long compileMicros(int content, int variant) {
        return 700L + Mix.below(Mix.of(application, content, 3_000L + variant), 0, 12_000);
    }

    private static byte[] bytes(long value) {
        return ByteBuffer.allocate(Long.BYTES).putLong(value).array();
    }
}
