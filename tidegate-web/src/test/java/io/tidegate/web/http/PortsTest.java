package io.tidegate.web.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.BindException;
import java.net.SocketException;
import org.junit.jupiter.api.Test;

/** Each reason has a sentence of its own: a port that this user may not open is not called in use. */
class PortsTest {
    @Test
    void givenAPortThatThisUserMayNotOpen_whenRefused_thenItIsNotCalledInUse() {
        assertThat(Ports.refusal(80, new IllegalStateException(new BindException("Permission denied"))))
                .hasValueSatisfying(refused -> assertThat(refused)
                        .hasMessage(
                                "port 80 on 127.0.0.1 may not be opened by this user: ports below 1024 need a right;"
                                        + " choose a higher one, or 0 for a free one"));
    }

    @Test
    void givenAPortInUseOrAnotherReason_whenRefused_thenItIsSaid() {
        assertThat(Ports.refusal(8733, new BindException("Address already in use")))
                .hasValueSatisfying(
                        refused -> assertThat(refused).hasMessageContaining("port 8733 on 127.0.0.1 is in use"));
        assertThat(Ports.refusal(8733, new SocketException("Too many open files")))
                .hasValueSatisfying(refused -> assertThat(refused).hasMessageContaining("(Too many open files)"));
    }

    @Test
    void givenAFailureThatIsNoSockets_whenAsked_thenItIsNoRefusalOfThePort() {
        assertThat(Ports.refusal(8733, new IllegalStateException("a bug"))).isEmpty();
    }
}
