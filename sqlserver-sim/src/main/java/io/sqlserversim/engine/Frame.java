package io.sqlserversim.engine;

/** One batch that runs, or the text of an EXECUTE inside of one: its text, variables, and how deep it stands. */
final class Frame {
    private final String text;
    private final Variables variables;
    private final int level;
    private int returnCode;

    Frame(String text, Variables variables, int level) {
        this.text = text;
        this.variables = variables;
        this.level = level;
    }

    String text() {
        return text;
    }

    Variables variables() {
        return variables;
    }

    int level() {
        return level;
    }

    int returnCode() {
        return returnCode;
    }

    void returnCode(int code) {
        returnCode = code;
    }
}
