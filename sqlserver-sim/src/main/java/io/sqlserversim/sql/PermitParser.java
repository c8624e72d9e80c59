package io.sqlserversim.sql;

import io.sqlserversim.sql.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Reads GRANT, DENY and REVOKE. Confined to one thread. */
final class PermitParser {
    private final TokenStream in;

    PermitParser(TokenStream in) {
        this.in = in;
    }

    Statement statement(String verb, int line) {
        in.next();
        if (verb.equals("REVOKE") && in.accept("GRANT", "OPTION")) {
            in.expect("FOR");
        }
        List<String> permissions = new ArrayList<>();
        do {
            permissions.add(permission());
        } while (in.accept(","));
        Securable on = in.accept("ON") ? securable() : Securable.CURRENT;
        if (!in.accept("TO")) {
            in.expect(verb.equals("REVOKE") ? "FROM" : "TO");
        }
        List<String> principals = new ArrayList<>();
        do {
            principals.add(in.accept("PUBLIC") ? "public" : in.name());
        } while (in.accept(","));
        if (in.accept("WITH", "GRANT")) {
            in.expect("OPTION");
        }
        in.accept("CASCADE");
        return new Statement.Permit(verb, permissions, on, principals, line);
    }

    private Securable securable() {
        String kind = kind();
        List<String> name = in.qualifiedName();
        return new Securable(kind, name, in.at("(") ? in.nameList() : List.of());
    }

    /** A permission's words, which may be reserved ones. */
    private String permission() {
        StringBuilder words = new StringBuilder();
        while (in.peek().kind() == Kind.WORD && !in.at("ON") && !in.at("TO") && !in.at("FROM")) {
            words.append(words.isEmpty() ? "" : " ").append(in.next().text().toUpperCase(Locale.ROOT));
        }
        if (words.isEmpty()) {
            throw in.unexpected();
        }
        return words.toString();
    }

    /** The class before two colons; empty when there is none. */
    private String kind() {
        boolean written =
                in.peek(1).is("::") || (in.peek(1).is(":") && in.peek(2).is(":"));
        if (!written) {
            return "";
        }
        String kind = in.next().text().toUpperCase(Locale.ROOT);
        if (!in.accept("::")) {
            in.expect(":");
            in.expect(":");
        }
        return kind;
    }
}
