package io.sqlserversim.fleet;

import io.sqlserversim.instance.Grants;
import io.sqlserversim.instance.Login;
import io.sqlserversim.instance.LoginStanding;
import io.sqlserversim.instance.Permission;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * Logins made or changed over the control channel. Grants are texts: {@code VIEW SERVER STATE}, {@code CONNECT in Sales},
 * {@code deny ...} of either, {@code deny SELECT on query_store_plan in Sales}, {@code deny EXECUTE on sp_getapplock}.
 * Thread-safe.
 */
final class LoginRequests {
    private static final int FIRST_ID = 300;
    private static final String DENY = "deny ";

    private final Fleet fleet;

    LoginRequests(Fleet fleet) {
        this.fleet = fleet;
    }

    /** Makes a login, or replaces the one of this name, on one server or on all. */
    Object put(String body) {
        JsonNode request =
                Json.object(body, "server", "login", "password", "defaultDatabase", "grants", "standing", "group");
        String name = request.path("login").asString("");
        if (name.isEmpty()) {
            throw new IllegalArgumentException("login is required");
        }
        Grants grants = grants(request.path("grants"));
        LoginStanding standing = standing(request.path("standing").asString("enabled"));
        List<SimulatedServer> servers = fleet.named(request);
        for (SimulatedServer server : servers) {
            Login login = new Login(
                    FIRST_ID + server.instance().logins().size(),
                    name,
                    request.path("password").asString(fleet.spec().password()),
                    request.path("defaultDatabase").asString("master"),
                    grants);
            login.standing(standing);
            login.group(request.path("group").asString(""));
            server.instance().add(login);
        }
        return Map.of("servers", servers.size());
    }

    private static LoginStanding standing(String word) {
        for (LoginStanding standing : LoginStanding.values()) {
            if (standing.name().equals(word.toUpperCase(Locale.ROOT).replace('-', '_'))) {
                return standing;
            }
        }
        throw new IllegalArgumentException("standing: no standing '" + word + "'; there are "
                + Arrays.toString(LoginStanding.values()).toLowerCase(Locale.ROOT));
    }

    private static Grants grants(JsonNode texts) {
        Grants grants = Grants.NONE;
        for (JsonNode text : texts) {
            grants = plus(grants, text.asString().strip());
        }
        return grants;
    }

    /**
     * Grants with one more of the texts above.
     *
     * @throws IllegalArgumentException when a text is none of them
     */
    static Grants plus(Grants grants, String text) {
        boolean deny = text.startsWith(DENY);
        String rest = deny ? text.substring(DENY.length()) : text;
        int in = rest.lastIndexOf(" in ");
        String what = in < 0 ? rest : rest.substring(0, in);
        String database = in < 0 ? "" : rest.substring(in + 4);
        int on = what.indexOf(" on ");
        if (deny && on > 0) {
            String object = what.substring(on + 4);
            return what.startsWith("EXECUTE") ? grants.denyExecute(object) : denySelect(grants, database, object);
        }
        Permission permission = Permission.parse(what);
        if (permission == null || permission.ofDatabase() == database.isEmpty()) {
            throw new IllegalArgumentException(
                    "grants: '" + text + "' is no permission of " + (database.isEmpty() ? "a server" : "a database"));
        }
        if (database.isEmpty()) {
            return deny ? grants.deny(permission) : grants.with(permission);
        }
        return deny ? grants.denyDatabase(database, permission) : grants.withDatabase(database, permission);
    }

    /** An object is a view, or {@code view.column}. */
    private static Grants denySelect(Grants grants, String database, String object) {
        int dot = object.indexOf('.');
        return dot < 0
                ? grants.denySelect(database, object)
                : grants.denySelect(database, object.substring(0, dot), object.substring(dot + 1));
    }
}
