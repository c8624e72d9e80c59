package io.sqlserversim.fleet;

import io.sqlserversim.instance.VersionProfile;
import java.io.IOException;

/** A fleet with one server of each profile, two small databases on each. */
final class ProfileFleet implements AutoCloseable {
    private final Fleet fleet;

    private ProfileFleet(Fleet fleet) {
        this.fleet = fleet;
    }

    static ProfileFleet start() throws IOException {
        VersionProfile[] all = VersionProfile.ALL.toArray(VersionProfile[]::new);
        return new ProfileFleet(Fleet.start(FleetSpec.TEST.sized(all.length, 2).as(all)));
    }

    /** The server of a profile, by its label. */
    SimulatedServer server(String label) {
        return fleet.servers().stream()
                .filter(server -> server.instance().profile().label().equals(label))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public void close() {
        fleet.close();
    }
}
