package io.sqlserversim.engine;

import io.sqlserversim.types.Conversions;
import io.sqlserversim.types.SqlType;
import io.sqlserversim.types.SqlTypes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** HASHBYTES, COMPRESS and NEWID. CHECKSUM is not here: its algorithm is not published. */
final class HashFunctions {
    private HashFunctions() {}

    static void register(Map<String, Functions.Binder> into) {
        into.put("HASHBYTES", args -> hashBytes(args.exactly(2)));
        into.put("COMPRESS", args -> {
            Ex value = args.exactly(1).get(0);
            return CallArgs.strict(SqlType.varbinary(SqlType.MAX), v -> compress(bytes(v[0], value.type())), value);
        });
        into.put(
                "DECOMPRESS",
                args -> CallArgs.strict(
                        SqlType.varbinary(SqlType.MAX),
                        v -> decompress(v[0] instanceof byte[] bytes ? bytes : new byte[0]),
                        Coercion.to(args.exactly(1).get(0), SqlType.varbinary(SqlType.MAX))));
        into.put("NEWID", args -> {
            args.exactly(0);
            return Ex.of(SqlType.UNIQUEIDENTIFIER, env -> UUID.randomUUID());
        });
    }

    private static byte[] compress(byte[] plain) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
            zip.write(plain);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static byte[] decompress(byte[] zipped) {
        try (GZIPInputStream zip = new GZIPInputStream(new ByteArrayInputStream(zipped))) {
            return zip.readAllBytes();
        } catch (IOException e) {
            throw new SqlError(13609, 16, 1, "Archive error in the DECOMPRESS function: the data is not valid.");
        }
    }

    private static Ex hashBytes(CallArgs args) {
        Ex value = args.get(1);
        if (!SqlTypes.isText(value.type()) && !SqlTypes.isBinary(value.type())) {
            throw Errors.badArgument(value.type(), 2, args.name());
        }
        return CallArgs.strict(
                SqlType.varbinary(8000),
                v -> digest(String.valueOf(v[0]), bytes(v[1], value.type())),
                args.text(0),
                value);
    }

    private static byte[] bytes(@Nullable Object value, SqlType type) {
        if (value instanceof byte[] bytes) {
            return bytes;
        }
        String text = String.valueOf(value);
        return SqlTypes.isUnicode(type)
                ? text.getBytes(StandardCharsets.UTF_16LE)
                : (byte[]) Conversions.convert(text, type, SqlType.varbinary(SqlType.MAX));
    }

    private static byte @Nullable [] digest(String algorithm, byte[] bytes) {
        String name = switch (algorithm.toUpperCase(Locale.ROOT)) {
            case "MD5" -> "MD5";
            case "SHA", "SHA1" -> "SHA-1";
            case "SHA2_256" -> "SHA-256";
            case "SHA2_512" -> "SHA-512";
            default -> "";
        };
        if (name.isEmpty()) {
            return null;
        }
        try {
            return MessageDigest.getInstance(name).digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
