package io.tidegate.app.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version of the build. Thread-safe. */
public final class Version implements IVersionProvider {
    /** A provider. */
    public Version() {}

    @Override
    public String[] getVersion() throws IOException {
        return new String[] {text()};
    }

    /**
     * The version alone.
     *
     * @return e.g. {@code 0.1.0}
     * @throws IOException when the build left it out
     */
    public static String text() throws IOException {
        Properties properties = new Properties();
        try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
            if (in == null) {
                throw new IOException("version.properties is missing");
            }
            properties.load(in);
        }
        return properties.getProperty("version");
    }
}
