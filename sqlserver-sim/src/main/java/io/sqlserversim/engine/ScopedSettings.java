package io.sqlserversim.engine;

import io.sqlserversim.session.SessionSettings;

/** What SET changes for as long as a text that is executed runs, and not longer. Immutable. */
record ScopedSettings(
        SessionOptions options, int lockTimeoutMillis, int deadlockPriority, int isolation, int textSize) {
    static ScopedSettings of(Run run) {
        SessionSettings settings = run.session.settings();
        return new ScopedSettings(
                run.state.options().copy(),
                settings.lockTimeoutMillis(),
                settings.deadlockPriority(),
                settings.isolationLevel(),
                settings.textSize());
    }

    void restore(Run run) {
        SessionSettings settings = run.session.settings();
        run.state.options().become(options);
        settings.lockTimeoutMillis(lockTimeoutMillis);
        settings.deadlockPriority(deadlockPriority);
        settings.isolationLevel(isolation);
        settings.textSize(textSize);
    }
}
