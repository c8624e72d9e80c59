package io.tidegate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** No bare path: what is wrong with it is said. Fails with the exceptions' own messages. */
class FileFailuresTest {
    static Stream<Arguments> failures() {
        return Stream.of(
                Arguments.of(new NoSuchFileException("/nope/x"), "/nope/x: there is no such file, or no such folder"),
                Arguments.of(
                        new AccessDeniedException("/root/x"),
                        "/root/x: access is denied; this user has no right to it"),
                Arguments.of(new FileAlreadyExistsException("/x"), "/x: is there already"),
                Arguments.of(new NotDirectoryException("/x"), "/x: is no folder"),
                Arguments.of(new DirectoryNotEmptyException("/x"), "/x: the folder is not empty"),
                Arguments.of(
                        new FileSystemException("/x", null, "No space left on device"), "/x: No space left on device"),
                Arguments.of(new FileSystemException("/x"), "/x: it cannot be read or written"),
                Arguments.of(new IOException("port 1 is in use"), "port 1 is in use"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void givenAFailure_whenSaid_thenTheReasonIsSaidToo(IOException failure, String sentence) {
        assertThat(FileFailures.text(failure)).isEqualTo(sentence);
        assertThat(FileFailures.text(new UncheckedIOException(failure))).isEqualTo(sentence);
        assertThat(FileFailures.text(new UncheckedIOException("it does not answer", failure)))
                .isEqualTo("it does not answer");
    }
}
