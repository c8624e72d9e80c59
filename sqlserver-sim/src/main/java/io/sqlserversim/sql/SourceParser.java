package io.sqlserversim.sql;

import io.sqlserversim.sql.TableSource.JoinKind;
import io.sqlserversim.sql.Token.Kind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads what stands in FROM. Confined to one thread. */
final class SourceParser {
    private final TokenStream in;
    private final ExpressionParser expressions;
    private final QueryParser queries;

    SourceParser(TokenStream in, ExpressionParser expressions, QueryParser queries) {
        this.in = in;
        this.expressions = expressions;
        this.queries = queries;
    }

    TableSource sources() {
        TableSource left = joined();
        while (in.accept(",")) {
            left = new TableSource.Join(JoinKind.CROSS, left, joined(), null);
        }
        return left;
    }

    private TableSource joined() {
        TableSource left = source();
        while (true) {
            JoinKind kind = joinKind();
            if (kind == null) {
                return left;
            }
            boolean withCondition =
                    kind != JoinKind.CROSS && kind != JoinKind.CROSS_APPLY && kind != JoinKind.OUTER_APPLY;
            // a join may nest to the right before its ON: a JOIN b JOIN c ON .. ON ..
            TableSource right = withCondition ? joined(source()) : source();
            Condition on = null;
            if (withCondition) {
                in.expect("ON");
                on = expressions.condition();
            }
            left = new TableSource.Join(kind, left, right, on);
        }
    }

    /** Joins that stand before an ON of an outer join. */
    private TableSource joined(TableSource first) {
        TableSource left = first;
        while (!in.at("ON")) {
            JoinKind kind = joinKind();
            if (kind == null) {
                return left;
            }
            TableSource right = kind == JoinKind.CROSS || kind == JoinKind.CROSS_APPLY || kind == JoinKind.OUTER_APPLY
                    ? source()
                    : joined(source());
            Condition on = in.accept("ON") ? expressions.condition() : null;
            left = new TableSource.Join(kind, left, right, on);
        }
        return left;
    }

    private @Nullable JoinKind joinKind() {
        if (in.accept("CROSS")) {
            if (in.accept("APPLY")) {
                return JoinKind.CROSS_APPLY;
            }
            in.expect("JOIN");
            return JoinKind.CROSS;
        }
        if (in.accept("OUTER")) {
            in.expect("APPLY");
            return JoinKind.OUTER_APPLY;
        }
        JoinKind kind = null;
        if (in.accept("INNER")) {
            kind = JoinKind.INNER;
        } else if (in.at("LEFT") || in.at("RIGHT") || in.at("FULL")) {
            kind = in.at("LEFT") ? JoinKind.LEFT : in.at("RIGHT") ? JoinKind.RIGHT : JoinKind.FULL;
            in.next();
            in.accept("OUTER");
        }
        if (kind != null && (in.at("LOOP") || in.at("HASH") || in.at("MERGE") || in.at("REMOTE"))) {
            in.next();
        }
        if (kind == null && !in.at("JOIN")) {
            return null;
        }
        in.expect("JOIN");
        return kind == null ? JoinKind.INNER : kind;
    }

    private TableSource source() {
        if (in.at("(")) {
            if (queries.startsQuery(1)) {
                return derived();
            }
            in.enter();
            in.expect("(");
            TableSource inside = joined();
            in.expect(")");
            in.leave();
            return inside;
        }
        if (in.peek().kind() == Kind.VARIABLE) {
            String name = in.next().text();
            return new TableSource.TableVariable(name, in.alias());
        }
        List<String> name = in.qualifiedName();
        if (in.at("(") && !QueryHints.startsTableHint(in.peek(1))) {
            in.expect("(");
            List<Expr> arguments = in.at(")") ? List.of() : expressions.expressions();
            in.expect(")");
            return new TableSource.Function(name, arguments, alias());
        }
        skipBareHints();
        String alias = alias();
        skipBareHints();
        if (in.at("WITH", "(")) {
            in.next();
            QueryHints.skipTableHints(in);
        }
        return new TableSource.Named(name, alias);
    }

    private void skipBareHints() {
        if (in.at("(") && QueryHints.startsTableHint(in.peek(1))) {
            QueryHints.skipTableHints(in);
        }
    }

    private @Nullable String alias() {
        return in.at("APPLY") ? null : in.alias();
    }

    private TableSource derived() {
        Query query = queries.inParentheses();
        in.accept("AS");
        String alias = in.name();
        List<String> columns = in.at("(") ? in.nameList() : List.of();
        return new TableSource.Derived(query, alias, columns);
    }
}
