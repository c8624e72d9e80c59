package io.sqlserversim.catalog.system;

import io.sqlserversim.session.Session;
import org.jspecify.annotations.Nullable;

/** CONTEXT_INFO as the views show it. */
final class ContextInfo {
    private ContextInfo() {}

    /** NULL when a session never set it. */
    static byte @Nullable [] of(Session session) {
        byte[] bytes = session.settings().contextInfo();
        return bytes.length == 0 ? null : bytes;
    }
}
