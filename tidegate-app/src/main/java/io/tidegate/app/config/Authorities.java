package io.tidegate.app.config;

import io.tidegate.sqlserver.CertificateAuthority;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Reads the key that names the file of a certificate authority. No state. */
final class Authorities {
    private Authorities() {}

    /** The file as an absolute path; empty when none is named, or with a problem noted when it has no certificate. */
    static String read(ConfigNode node, String key, @Nullable Path base) {
        String written = node.text(key, "");
        if (written.isEmpty()) {
            return "";
        }
        if (node.flag("trustServerCertificate", false)) {
            node.problem(key, "must not be there with trustServerCertificate: true, which asks no authority");
            return "";
        }
        try {
            Path file = (base == null ? Path.of(written) : base.resolve(written))
                    .toAbsolutePath()
                    .normalize();
            CertificateAuthority.read(file);
            return file.toString();
        } catch (IOException | InvalidPathException unusable) {
            node.problem(key, "must name a file with certificates, PEM or DER; " + written + " is not such a file");
            return "";
        }
    }
}
