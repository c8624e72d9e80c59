package io.tidegate.collector;

import io.tidegate.core.store.CollectorStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/** A store in which something happens before a method of it runs. */
public final class StoreHook {
    private StoreHook() {}

    /** The hook runs on the caller's thread; what it throws, the method throws. */
    public static CollectorStore before(CollectorStore real, String method, Runnable hook) {
        return (CollectorStore) Proxy.newProxyInstance(
                StoreHook.class.getClassLoader(), new Class<?>[] {CollectorStore.class}, (proxy, called, arguments) -> {
                    if (called.getName().equals(method)) {
                        hook.run();
                    }
                    try {
                        return called.invoke(real, arguments);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                });
    }
}
