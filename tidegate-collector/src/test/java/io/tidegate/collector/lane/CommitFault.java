package io.tidegate.collector.lane;

import io.tidegate.core.store.CollectorStore;
import io.tidegate.core.store.StoreException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/** A store whose commits of rows go wrong. Thread-safe. */
final class CommitFault {
    private static final Set<String> COMMITS = Set.of("stage", "hold", "holdWhole");

    final CountDownLatch reached = new CountDownLatch(1);
    final CountDownLatch go = new CountDownLatch(1);
    private final AtomicBoolean struck = new AtomicBoolean();
    private final FaultCell.What what;
    private final Runnable act;

    /** What happens at the first commit; a trickle at each. The act belongs to KILL and TRICKLE. */
    CommitFault(FaultCell.What what, Runnable act) {
        this.what = what;
        this.act = act;
    }

    CollectorStore over(CollectorStore real) {
        return (CollectorStore) Proxy.newProxyInstance(
                CommitFault.class.getClassLoader(),
                new Class<?>[] {CollectorStore.class},
                (proxy, called, arguments) -> {
                    boolean strikes = COMMITS.contains(called.getName())
                            && (struck.compareAndSet(false, true) || what == FaultCell.What.TRICKLE);
                    if (strikes) {
                        before();
                    }
                    try {
                        Object answer = called.invoke(real, arguments);
                        if (strikes && what == FaultCell.What.HALF_CLOSE) {
                            throw new StoreException("the connection broke", new IllegalStateException(), true);
                        }
                        return answer;
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                });
    }

    private void before() throws InterruptedException {
        switch (what) {
            case REFUSE -> throw new StoreException("the disk is full", new IllegalStateException());
            case RESET -> throw new StoreException("the connection broke", new IllegalStateException(), true);
            case ERROR -> throw new IllegalStateException("a bug");
            case STALL, DEAF -> {
                reached.countDown();
                go.await();
            }
            case TRICKLE, KILL -> act.run();
            case HALF_CLOSE -> {}
            case GARBAGE -> throw new AssertionError("no such fault");
        }
    }
}
