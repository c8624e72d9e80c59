package io.tidegate.app.config;

import io.tidegate.sqlserver.CertificateAuthority;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
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
        Optional<Path> file =
                ConfigPaths.of(base, written).map(path -> path.toAbsolutePath().normalize());
        if (file.isEmpty() || !hasCertificates(file.get())) {
            node.problem(key, "must name a file with certificates, PEM or DER; " + written + " is not such a file");
            return "";
        }
        return file.get().toString();
    }

    private static boolean hasCertificates(Path file) {
        try {
            CertificateAuthority.read(file);
            return true;
        } catch (IOException unusable) {
            return false;
        }
    }
}
