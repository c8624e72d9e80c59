package io.sqlserversim.catalog.system;

import io.sqlserversim.instance.Instance;
import io.sqlserversim.instance.VersionProfile;
import io.sqlserversim.types.SqlType;
import io.sqlserversim.types.Variant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The properties of SERVERPROPERTY, with the base types that SQL Server gives them. */
final class ServerProperties {
    private ServerProperties() {}

    static @Nullable Object of(Instance instance, String name) {
        VersionProfile profile = instance.profile();
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "servername", "machinename", "computernamephysicalnetbios" -> text(instance.name());
            case "productversion" -> text(profile.productVersion());
            case "productmajorversion" -> text(part(profile, 0));
            case "productminorversion" -> text(part(profile, 1));
            case "productbuild" -> text(part(profile, 2));
            case "productlevel" -> text("RTM");
            case "edition" -> text(profile.edition());
            case "engineedition" -> number(profile.engineEdition());
            case "editionid" -> new Variant(SqlType.BIGINT, editionId(profile));
            case "collation" -> text(DatabasesView.COLLATION);
            case "collationid" -> number(872468488);
            case "ishadrenabled" -> number(hasGroups(instance) ? 1 : 0);
            case "isclustered", "issingleuser", "isintegratedsecurityonly" -> number(0);
            case "isfulltextinstalled", "isxtpsupported", "ispolybaseinstalled" -> number(0);
            case "licensetype" -> text("DISABLED");
            case "processid" -> number(1);
            case "sqlcharsetname" -> text("iso_1");
            case "sqlsortordername" -> text("nocase_iso");
            case "lcid" -> number(1033);
            default -> null;
        };
    }

    private static boolean hasGroups(Instance instance) {
        return instance.databases().stream()
                .anyMatch(database -> !database.status().group().isEmpty());
    }

    /** Of Standard, Developer and SQL Azure, as SERVERPROPERTY documents them. */
    private static long editionId(VersionProfile profile) {
        return switch (profile.engineEdition()) {
            case 2 -> -1534726760L;
            case 5, 8 -> 1674378470L;
            default -> -2117995310L;
        };
    }

    private static String part(VersionProfile profile, int index) {
        return profile.productVersion().split("\\.", -1)[index];
    }

    private static Variant text(String value) {
        return new Variant(SqlType.nvarchar(128), value);
    }

    private static Variant number(int value) {
        return new Variant(SqlType.INT, value);
    }
}
