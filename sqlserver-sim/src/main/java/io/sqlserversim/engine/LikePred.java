package io.sqlserversim.engine;

import io.sqlserversim.types.SqlTypes;
import io.sqlserversim.types.TextCollation;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** LIKE: percent, underscore, and classes in brackets; case counts as the collation says. */
final class LikePred extends Pred {
    private final TextCollation collation;
    private final Ex value;
    private final Ex pattern;
    private final @Nullable Ex escape;
    private @Nullable String compiledFrom;
    private @Nullable Pattern compiled;

    LikePred(Ex value, Ex pattern, @Nullable Ex escape, TextCollation collation) {
        this.collation = collation;
        this.value = value;
        this.pattern = pattern;
        this.escape = escape;
        dependsOn(value);
        dependsOn(pattern);
        if (escape != null) {
            dependsOn(escape);
        }
    }

    @Override
    int test(Env env) {
        Object text = value.eval(env);
        Object wanted = pattern.eval(env);
        Object escaping = escape == null ? "" : escape.eval(env);
        if (text == null || wanted == null || escaping == null) {
            return UNKNOWN;
        }
        return of(pattern((String) wanted, (String) escaping)
                .matcher(collation.fold((String) text))
                .matches());
    }

    private Pattern pattern(String like, String escaping) {
        if (escape != null && escaping.length() != 1) {
            throw new SqlError(
                    506, 16, 1, "The invalid escape character \"" + escaping + "\" was specified in a LIKE predicate.");
        }
        String key = escaping + "\u0000" + like;
        Pattern known = compiled;
        if (known == null || !key.equals(compiledFrom)) {
            boolean unicode = SqlTypes.isUnicode(value.type()) || SqlTypes.isUnicode(pattern.type());
            String folded = collation.fold(escaping);
            known = compile(collation.fold(like), folded.isEmpty() ? '\0' : folded.charAt(0), !unicode);
            compiled = known;
            compiledFrom = key;
        }
        return known;
    }

    /** Of a pattern that is folded already, for texts that are. Blanks at the end of the text may count for nothing: they do where neither side is nchar or nvarchar. */
    static Pattern compile(String like, char escaping, boolean blanksMayFollow) {
        StringBuilder regex = new StringBuilder();
        for (int i = 0; i < like.length(); i++) {
            char c = like.charAt(i);
            if (c == escaping && escaping != '\0' && i + 1 < like.length()) {
                literal(regex, like.charAt(++i));
            } else if (c == '%') {
                regex.append(".*");
            } else if (c == '_') {
                regex.append('.');
            } else if (c == '[' && like.indexOf(']', i + 2) > 0) {
                int close = like.indexOf(']', i + 2);
                characterClass(regex, like.substring(i + 1, close));
                i = close;
            } else {
                literal(regex, c);
            }
        }
        return Pattern.compile(regex + (blanksMayFollow ? " *" : ""), Pattern.DOTALL);
    }

    private static void literal(StringBuilder regex, char c) {
        regex.append(Character.isLetterOrDigit(c) ? String.valueOf(c) : Pattern.quote(String.valueOf(c)));
    }

    private static void characterClass(StringBuilder regex, String members) {
        boolean negated = members.startsWith("^");
        regex.append(negated ? "[^" : "[");
        for (char c : members.substring(negated ? 1 : 0).toCharArray()) {
            if (c == '-' || Character.isLetterOrDigit(c)) {
                regex.append(c);
            } else {
                regex.append('\\').append(c);
            }
        }
        regex.append(']');
    }
}
