package io.sqlserversim.fleet;

import io.sqlserversim.querystore.QueryStore;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The Query Stores of a server by the names of their databases, in the order in which these came. Thread-safe. */
final class StoreMap {
    private volatile Map<String, QueryStore> stores; // replaced whole, under this

    StoreMap(Map<String, QueryStore> stores) {
        this.stores = Collections.unmodifiableMap(new LinkedHashMap<>(stores));
    }

    /** The stores now; the map does not change any more. */
    Map<String, QueryStore> all() {
        return stores;
    }

    @Nullable
    QueryStore get(String database) {
        return stores.get(database);
    }

    synchronized void put(String database, QueryStore store) {
        Map<String, QueryStore> more = new LinkedHashMap<>(stores);
        more.put(database, store);
        stores = Collections.unmodifiableMap(more);
    }

    synchronized void remove(String database) {
        Map<String, QueryStore> fewer = new LinkedHashMap<>(stores);
        fewer.remove(database);
        stores = Collections.unmodifiableMap(fewer);
    }

    synchronized void rename(String from, String to) {
        Map<String, QueryStore> renamed = new LinkedHashMap<>();
        stores.forEach((name, store) -> renamed.put(name.equals(from) ? to : name, store));
        stores = Collections.unmodifiableMap(renamed);
    }
}
