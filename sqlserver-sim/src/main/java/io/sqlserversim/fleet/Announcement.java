package io.sqlserversim.fleet;

/** The lines by which a server is announced and closed on stdout. */
final class Announcement {
    private Announcement() {}

    /** Where a server will be, and how to log in. */
    static String of(SimulatedServer server, FleetSpec spec) {
        return "server=" + server.name() + " host=127.0.0.1 port=" + server.port() + " user=" + ServerFactory.LOGIN
                + " password=" + spec.password() + " database="
                + server.queryStores().keySet().iterator().next();
    }

    /** What a server has done, as one JSON object. */
    static String end(SimulatedServer server) {
        return "{\"server\":\"" + server.name() + "\",\"port\":" + server.port() + ",\"statements\":"
                + server.instance().statements().get() + ",\"heavyMax\":"
                + server.judge().maximum() + ",\"bytesOut\":" + server.bytesOut() + "}";
    }
}
