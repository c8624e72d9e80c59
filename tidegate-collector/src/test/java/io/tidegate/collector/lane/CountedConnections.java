package io.tidegate.collector.lane;

import io.tidegate.sqlserver.ServerTarget;
import io.tidegate.sqlserver.session.ConnectionFactory;
import io.tidegate.sqlserver.session.ConnectionSettings;
import io.tidegate.sqlserver.session.DriverConnections;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** The driver's connections, and how many of them a server and all servers ever had at once, logins under way included. Thread-safe. */
final class CountedConnections implements ConnectionFactory {
    private final DriverConnections driver = new DriverConnections();
    private final Map<String, Count> byServer = new ConcurrentHashMap<>();
    private final Count all = new Count();

    /** Thread-safe. */
    private static final class Count {
        private final AtomicInteger open = new AtomicInteger();
        private final AtomicInteger most = new AtomicInteger();

        void up() {
            most.accumulateAndGet(open.incrementAndGet(), Math::max);
        }

        void down() {
            open.decrementAndGet();
        }
    }

    int open(String server) {
        return of(server).open.get();
    }

    int most(String server) {
        return of(server).most.get();
    }

    int mostOfAll() {
        return all.most.get();
    }

    private Count of(String server) {
        return byServer.computeIfAbsent(server, name -> new Count());
    }

    @Override
    public Connection open(ServerTarget target, ConnectionSettings settings) throws SQLException {
        Count here = of(target.name());
        here.up();
        all.up();
        Connection opened = null;
        try {
            opened = driver.open(target, settings);
        } finally {
            if (opened == null) {
                here.down();
                all.down();
            }
        }
        return counted(opened, here);
    }

    private Connection counted(Connection opened, Count here) {
        AtomicBoolean over = new AtomicBoolean();
        return (Connection) Proxy.newProxyInstance(
                Connection.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, args) -> {
                    try {
                        return method.invoke(opened, args);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    } finally {
                        boolean ends = method.getName().equals("close")
                                || method.getName().equals("abort");
                        if (ends && over.compareAndSet(false, true)) {
                            here.down();
                            all.down();
                        }
                    }
                });
    }
}
