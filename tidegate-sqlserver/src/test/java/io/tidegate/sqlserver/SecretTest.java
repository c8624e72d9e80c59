package io.tidegate.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.incident.Incident;
import org.junit.jupiter.api.Test;

/** A password is shown by nobody who has it. */
class SecretTest {
    /** Fails with a secret that is a record, or a text. */
    @Test
    @Incident(119)
    void givenAPassword_whenWhatHasItIsShown_thenThreeStarsStandForIt() {
        Secret secret = new Secret("hunter2");
        Login login = new Login("monitor", secret);
        ServerTarget target = ServerTarget.trusted("sql-1", "127.0.0.1", 1433, login);

        for (Object shown : new Object[] {secret, login, target}) {
            assertThat(String.valueOf(shown)).contains("***").doesNotContain("hunter2");
        }
        assertThat(secret.reveal()).isEqualTo("hunter2");
    }
}
