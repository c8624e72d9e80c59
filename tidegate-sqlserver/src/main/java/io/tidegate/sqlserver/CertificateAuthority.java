package io.tidegate.sqlserver;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;

/** Certificates of an authority of one's own, as files have them. Thread-safe, no state. */
public final class CertificateAuthority {
    private CertificateAuthority() {}

    /**
     * Reads them. Blocks for the file.
     *
     * @param file one certificate or several, PEM or DER
     * @return at least one
     * @throws IOException when the file cannot be read or has none, with the reason
     */
    public static List<X509Certificate> read(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            List<X509Certificate> all = CertificateFactory.getInstance("X.509").generateCertificates(in).stream()
                    .map(X509Certificate.class::cast)
                    .toList();
            if (all.isEmpty()) {
                throw new IOException("the file " + file + " has no certificate");
            }
            return all;
        } catch (CertificateException spoilt) {
            throw new IOException("the file " + file + " has something that is no X.509 certificate", spoilt);
        }
    }
}
