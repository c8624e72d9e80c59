package io.tidegate.core.privacy;

import io.tidegate.core.model.PlanXml;
import io.tidegate.core.model.QueryText;
import io.tidegate.core.schema.StateTable;
import io.tidegate.core.state.StateReading;
import io.tidegate.core.state.StateRow;
import io.tidegate.core.store.CollectorStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A store that is given nothing but what may be kept: the one door through which texts and plans come, so that no reader can
 * forget it. Thread-safe as the store behind it is.
 */
public final class RedactingStore {
    private static final String HINT = "query_hint_text";

    private RedactingStore() {}

    /**
     * A door before a store. Every call goes through, but texts, plans and hints are redacted first; where none may be kept
     * none is missing either, so that none is read.
     *
     * @param store where things are kept
     * @param privacy what may be kept
     * @return the store itself where all may be kept
     */
    public static CollectorStore over(CollectorStore store, TextPrivacy privacy) {
        if (privacy == TextPrivacy.KEEP) {
            return store;
        }
        return (CollectorStore) Proxy.newProxyInstance(
                CollectorStore.class.getClassLoader(),
                new Class<?>[] {CollectorStore.class},
                (proxy, method, arguments) -> call(store, privacy, method, arguments));
    }

    private static @Nullable Object call(
            CollectorStore store, TextPrivacy privacy, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        boolean isNone = privacy == TextPrivacy.NONE;
        if (isNone
                && (method.getName().equals("missingTexts") || method.getName().equals("missingPlans"))) {
            return List.of();
        }
        if (arguments != null) {
            for (int i = 0; i < arguments.length; i++) {
                arguments[i] = redacted(arguments[i], isNone);
            }
        }
        try {
            return method.invoke(store, arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }

    private static @Nullable Object redacted(@Nullable Object argument, boolean isNone) {
        if (argument instanceof StateReading reading && reading.table() == StateTable.QUERY_HINT) {
            List<StateRow> rows =
                    reading.rows().stream().map(row -> hint(row, isNone)).toList();
            return new StateReading(
                    reading.series(), reading.table(), reading.at(), reading.isWhole(), reading.isComplete(), rows);
        }
        return argument instanceof List<?> list && !list.isEmpty() && isContent(list.getFirst())
                ? list.stream().map(one -> content(one, isNone)).toList()
                : argument;
    }

    private static boolean isContent(Object one) {
        return one instanceof QueryText || one instanceof PlanXml;
    }

    private static Object content(Object one, boolean isNone) {
        if (one instanceof QueryText text && text.text() != null) {
            return new QueryText(text.queryTextId(), isNone ? null : SqlRedactor.redact(text.text()));
        }
        if (one instanceof PlanXml plan && plan.xml() != null) {
            String kept = isNone ? null : PlanRedactor.redact(plan.xml()).orElse(null);
            return new PlanXml(plan.planId(), plan.planHash(), kept, kept == null ? 0 : plan.bytes());
        }
        return one;
    }

    private static StateRow hint(StateRow row, boolean isNone) {
        String text = row.text(HINT);
        return text == null ? row : row.with(HINT, isNone ? "" : SqlRedactor.redact(text));
    }
}
