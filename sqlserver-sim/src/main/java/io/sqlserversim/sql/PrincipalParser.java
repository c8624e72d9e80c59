package io.sqlserversim.sql;

/** Reads CREATE LOGIN and CREATE USER, with the options that scripts for monitoring use. Confined to one thread. */
final class PrincipalParser {
    private final TokenStream in;

    PrincipalParser(TokenStream in) {
        this.in = in;
    }

    Statement create(int line) {
        in.expect("CREATE");
        boolean user = in.accept("USER");
        if (!user) {
            in.expect("LOGIN");
        }
        String name = in.name();
        String login = user && !in.at("WITH") ? login(name) : "";
        String password = "";
        if (in.accept("WITH")) {
            do {
                password = option(password);
            } while (in.accept(","));
        } else if (!user) {
            throw in.unexpected();
        }
        return new Statement.CreatePrincipal(user, name, password, login, line);
    }

    /** Without a word of it, a user is of the login of its name. */
    private String login(String name) {
        if (!in.accept("FOR") && !in.accept("FROM")) {
            return name;
        }
        in.expect("LOGIN");
        return in.name();
    }

    private String option(String password) {
        if (in.accept("PASSWORD")) {
            in.expect("=");
            return in.string();
        }
        String option = in.name();
        in.expect("=");
        if (!option.equalsIgnoreCase("CHECK_POLICY") && !option.equalsIgnoreCase("CHECK_EXPIRATION")) {
            throw in.unexpected();
        }
        if (!in.accept("ON")) {
            in.expect("OFF");
        }
        return password;
    }
}
