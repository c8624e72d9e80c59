package io.sqlserversim.engine;

import io.sqlserversim.sql.Statement;
import io.sqlserversim.sql.TsqlParser;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/** Syntax trees by text, the most recently used ones. Thread-safe. */
final class ParseCache {
    private static final int MOST = 500;
    private static final int LONGEST_TEXT = 20_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, List<Statement>> trees = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, List<Statement>> eldest) {
            return size() > MOST;
        }
    };

    List<Statement> parse(String text, boolean quotedNames) {
        String key = quotedNames ? text : "\u0000" + text; // no batch begins with this character
        lock.lock();
        try {
            List<Statement> known = trees.get(key);
            if (known != null) {
                return known;
            }
        } finally {
            lock.unlock();
        }
        List<Statement> parsed = TsqlParser.parse(text, quotedNames);
        if (text.length() <= LONGEST_TEXT) {
            lock.lock();
            try {
                trees.put(key, parsed);
            } finally {
                lock.unlock();
            }
        }
        return parsed;
    }
}
