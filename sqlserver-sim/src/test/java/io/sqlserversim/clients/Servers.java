package io.sqlserversim.clients;

import io.sqlserversim.fleet.Fleet;
import io.sqlserversim.fleet.FleetSpec;
import io.sqlserversim.fleet.SimulatedServer;
import io.sqlserversim.tds.EncryptionPolicy;
import io.sqlserversim.wire.TlsLayer;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;

/** Two servers for the clients: the first encrypts when asked, the second always. */
final class Servers implements AutoCloseable {
    private final Fleet fleet;

    Servers() throws Exception {
        fleet = Fleet.start(FleetSpec.TEST.sized(2, 1));
        fleet.servers().get(1).encryption(EncryptionPolicy.REQUIRED);
    }

    SimulatedServer optional() {
        return fleet.servers().get(0);
    }

    SimulatedServer required() {
        return fleet.servers().get(1);
    }

    /** Their certificate, for clients that check it. */
    static Path certificate(Path folder) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream file = TlsLayer.class.getResourceAsStream("localhost.p12")) {
            store.load(file, "simulated".toCharArray());
        }
        byte[] der = store.getCertificate("sqlserver").getEncoded();
        return Files.writeString(
                folder.resolve("server.pem"),
                "-----BEGIN CERTIFICATE-----\n" + Base64.getMimeEncoder().encodeToString(der)
                        + "\n-----END CERTIFICATE-----\n");
    }

    @Override
    public void close() {
        fleet.close();
    }
}
