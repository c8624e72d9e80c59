package io.sqlserversim.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sqlserversim.tds.EncryptionPolicy;
import io.sqlserversim.types.Column;
import io.sqlserversim.types.SqlType;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** mssql-jdbc against each encryption policy. */
final class EncryptionTest {
    private ScriptedServer server;

    @TempDir
    private Path folder;

    @BeforeEach
    void start() throws Exception {
        server = new ScriptedServer();
        server.on("big", (session, parameters, sink) -> {
            sink.columns(List.of(new Column("t", SqlType.nvarchar(SqlType.MAX), false)));
            sink.row(new Object[] {"z".repeat(1_000_000)});
        });
    }

    @AfterEach
    void stop() {
        server.close();
        assertThat(server.listener().threads()).isZero();
    }

    private void works(String properties, boolean encrypted) throws Exception {
        try (Connection connection = server.connect(properties);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("big")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getString(1)).hasSize(1_000_000);
            assertThat(server.lastLogin.client().encrypted()).isEqualTo(encrypted);
            assertThat(server.lastLogin.password()).isEqualTo("Abc123");
        }
    }

    @Test
    void givenOptionalEncryption_whenClientsAskOrNot_thenBothAreServed() throws Exception {
        works("encrypt=false", false);
        works("encrypt=true", true);
    }

    @Test
    void givenRequiredEncryption_whenClientsAskOrNot_thenEverythingIsEncrypted() throws Exception {
        server.encryption(EncryptionPolicy.REQUIRED);
        works("encrypt=false", true);
        works("encrypt=true", true);
    }

    @Test
    void givenNoEncryption_whenTheClientInsists_thenItGoesAway() throws Exception {
        server.encryption(EncryptionPolicy.NOT_SUPPORTED);
        works("encrypt=false", false);
        assertThatThrownBy(() -> server.connect("encrypt=true")).isInstanceOf(SQLException.class);
    }

    @Test
    void givenCertificate_whenTheClientChecksIt_thenItIsForThisHost() throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream file = io.sqlserversim.wire.TlsLayer.class.getResourceAsStream("localhost.p12")) {
            store.load(file, "simulated".toCharArray());
        }
        Path pem = folder.resolve("server.pem");
        byte[] der = store.getCertificate("sqlserver").getEncoded();
        Files.writeString(
                pem,
                "-----BEGIN CERTIFICATE-----\n" + Base64.getMimeEncoder().encodeToString(der)
                        + "\n-----END CERTIFICATE-----\n");
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("server", store.getCertificate("sqlserver"));
        Path trust = folder.resolve("trust.p12");
        try (OutputStream file = Files.newOutputStream(trust)) {
            trusted.store(file, "changeit".toCharArray());
        }
        works(
                "trustServerCertificate=false;encrypt=true;trustStoreType=PKCS12;trustStorePassword=changeit;trustStore="
                        + trust,
                true);
        works("encrypt=strict;serverCertificate=" + pem, true);
    }

    @Test
    void givenEncryptedSession_whenCancelled_thenItIsUsable() throws Exception {
        server.on("hang", (session, parameters, sink) -> session.signals().park(false, Long.MAX_VALUE));
        try (Connection connection = server.connect("encrypt=true");
                Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(1);
            assertThatThrownBy(() -> statement.executeQuery("hang")).isInstanceOf(java.sql.SQLTimeoutException.class);
            assertThat(connection.isValid(5)).isTrue();
        }
    }
}
