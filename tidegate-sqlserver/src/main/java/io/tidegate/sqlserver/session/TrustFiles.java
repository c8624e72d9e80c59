package io.tidegate.sqlserver.session;

import com.microsoft.sqlserver.jdbc.SQLServerDataSource;
import io.tidegate.sqlserver.CertificateAuthority;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Certificates of authorities in the one form that the driver takes, a key store in a file, so that it checks host names as
 * ever (a trust manager of our own would have to do that itself). One temporary file for each, readable to its owner, made
 * again when the authority's file changes, and deleted at exit. What is in it is public. Thread-safe.
 */
final class TrustFiles {
    /** The driver wants one; certificates are no secret. */
    private static final String PASSWORD = "certificates";

    private final Map<String, Made> made = new ConcurrentHashMap<>();

    private record Made(Path store, FileTime of) {}

    /** Has a connection trust an authority and nobody else. Blocks for files. */
    void trust(SQLServerDataSource source, String authority) throws SQLException {
        try {
            Path pem = Path.of(authority);
            FileTime changed = Files.getLastModifiedTime(pem);
            Made known = made.get(authority);
            if (known == null || !known.of.equals(changed) || !Files.exists(known.store)) {
                known = new Made(store(CertificateAuthority.read(pem)), changed);
                made.put(authority, known);
            }
            source.setTrustStore(known.store.toString());
            source.setTrustStoreType("PKCS12");
            source.setTrustStorePassword(PASSWORD);
        } catch (IOException | GeneralSecurityException unusable) {
            throw new SQLException("certificateAuthority: " + unusable.getMessage(), unusable);
        }
    }

    private static Path store(List<X509Certificate> certificates) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        for (int i = 0; i < certificates.size(); i++) {
            store.setCertificateEntry("authority-" + i, certificates.get(i));
        }
        Path file = Files.createTempFile("tidegate-authority-", ".p12");
        file.toFile().deleteOnExit();
        try (OutputStream out = Files.newOutputStream(file)) {
            store.store(out, PASSWORD.toCharArray());
        }
        return file;
    }
}
