package io.tidegate.app.cli;

import io.tidegate.web.api.BadQuestion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Objects;

/**
 * What went wrong with a file, as a sentence: {@link java.nio.file}'s exceptions have the bare path as their message. No
 * state.
 */
public final class FileFailures {
    private FileFailures() {}

    /** The sentence for a failure whose message may be made from its cause's class name. */
    static String text(UncheckedIOException failed) {
        IOException cause = failed.getCause();
        boolean isBare = cause == null || Objects.equals(failed.getMessage(), cause.toString());
        return isBare && cause != null ? text(cause) : Objects.requireNonNullElse(failed.getMessage(), "it failed");
    }

    /** The sentence for a failure; of one that is no file's, its own message. */
    static String text(IOException failed) {
        if (!(failed instanceof FileSystemException file) || file.getFile() == null) {
            return Objects.requireNonNullElse(failed.getMessage(), failed.toString());
        }
        return file.getFile() + ": " + reason(file);
    }

    private static String reason(FileSystemException file) {
        return switch (file) {
            case NoSuchFileException none -> "there is no such file, or no such folder";
            case AccessDeniedException denied -> "access is denied; this user has no right to it";
            case FileAlreadyExistsException there -> "is there already";
            case NotDirectoryException no -> "is no folder";
            case DirectoryNotEmptyException full -> "the folder is not empty";
            default -> Objects.requireNonNullElse(file.getReason(), "it cannot be read or written");
        };
    }

    /**
     * Refuses a file that could not be written in the end, before anything is done for it. Blocks for the disk.
     *
     * @param option which option names it, without its dashes
     * @param file the file
     * @throws BadQuestion when its folder is not there, may not be written to, or the file is a folder itself
     */
    public static void requireWritable(String option, Path file) {
        Path target = file.toAbsolutePath();
        Path folder = Objects.requireNonNullElse(target.getParent(), target);
        if (!Files.isDirectory(folder)) {
            throw new BadQuestion(option, "must lie in a folder that is there, and " + folder + " is none");
        }
        if (Files.isDirectory(target)) {
            throw new BadQuestion(option, "must be a file, and " + target + " is a folder");
        }
        if (!Files.isWritable(folder)) {
            throw new BadQuestion(option, "must lie in a folder that you may write to, which " + folder + " is not");
        }
    }
}
