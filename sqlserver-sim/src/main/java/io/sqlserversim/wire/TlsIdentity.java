package io.sqlserversim.wire;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.jspecify.annotations.Nullable;

/**
 * The simulated servers' certificate: one self-signed RSA-2048 key pair for {@code localhost} and {@code 127.0.0.1},
 * shipped with the module, valid until 2056. It protects nothing: its private key is public. Thread-safe.
 */
public final class TlsIdentity {
    private static final String RESOURCE = "localhost.p12";
    private static final char[] PASSWORD = "simulated".toCharArray();

    private TlsIdentity() {}

    /**
     * An engine for one connection, in server mode.
     *
     * @param strict true for TDS 8 (TLS first, ALPN {@code tds/8.0}); false for TLS inside PRELOGIN, which must be 1.2:
     *     the tickets that TLS 1.3 sends after the handshake do not fit into the framing
     * @return a new engine
     */
    static SSLEngine engine(boolean strict) {
        SSLEngine engine = Holder.CONTEXT.createSSLEngine();
        engine.setUseClientMode(false);
        if (strict) {
            var parameters = engine.getSSLParameters();
            parameters.setApplicationProtocols(new String[] {"tds/8.0"});
            engine.setSSLParameters(parameters);
        } else {
            engine.setEnabledProtocols(new String[] {"TLSv1.2"});
        }
        return engine;
    }

    /**
     * The certificate, for clients that want to be vouched for: it is its own authority.
     *
     * @return PEM
     */
    public static InputStream certificate() {
        try (InputStream file = TlsIdentity.class.getResourceAsStream(RESOURCE)) {
            KeyStore store = store(file);
            byte[] der = store.getCertificate(store.aliases().nextElement()).getEncoded();
            String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
            String pem = "-----BEGIN CERTIFICATE-----\n" + text + "\n-----END CERTIFICATE-----\n";
            return new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII));
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException("cannot load " + RESOURCE, e);
        }
    }

    private static KeyStore store(@Nullable InputStream file) throws IOException, GeneralSecurityException {
        if (file == null) {
            throw new IllegalStateException("resource " + RESOURCE + " is missing");
        }
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(file, PASSWORD);
        return store;
    }

    /** Loads the certificate when the first encrypted connection comes. */
    private static final class Holder {
        static final SSLContext CONTEXT = load();

        private static SSLContext load() {
            try (InputStream file = TlsIdentity.class.getResourceAsStream(RESOURCE)) {
                KeyStore store = store(file);
                KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
                keys.init(store, PASSWORD);
                SSLContext context = SSLContext.getInstance("TLS");
                context.init(keys.getKeyManagers(), null, null);
                return context;
            } catch (IOException | GeneralSecurityException e) {
                throw new IllegalStateException("cannot load " + RESOURCE, e);
            }
        }
    }
}
