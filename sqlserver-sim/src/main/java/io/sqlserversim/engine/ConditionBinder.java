package io.sqlserversim.engine;

import io.sqlserversim.sql.Condition;
import io.sqlserversim.sql.Condition.Comparison;
import io.sqlserversim.sql.Expr;
import io.sqlserversim.types.SqlType;
import io.sqlserversim.types.SqlTypes;
import io.sqlserversim.types.TextCollation;
import java.util.ArrayList;
import java.util.List;

/** Binds conditions against a scope. Confined to one thread. */
final class ConditionBinder {
    private final StatementBinder statement;
    private final Scope scope;
    private final ExprBinder exprs;

    ConditionBinder(StatementBinder statement, Scope scope, ExprBinder exprs) {
        this.statement = statement;
        this.scope = scope;
        this.exprs = exprs;
    }

    Pred bind(Condition condition) {
        return switch (condition) {
            case Condition.Compare compare -> compare(compare);
            case Condition.And and -> new Pred.And(bindAll(and.operands()));
            case Condition.Or or -> new Pred.Or(bindAll(or.operands()));
            case Condition.Not not -> new Pred.Not(bind(not.operand()));
            case Condition.IsNull isNull -> new Pred.IsNull(exprs.bind(isNull.value()));
            case Condition.In in -> in(in);
            case Condition.Like like -> like(like);
            case Condition.Exists exists -> exists(exists);
            case Condition.InQuery in -> quantified(Comparison.EQUAL, in.value(), false, in.query());
            case Condition.Quantified q -> quantified(q.operator(), q.left(), q.all(), q.query());
        };
    }

    private List<Pred> bindAll(List<Condition> conditions) {
        List<Pred> bound = new ArrayList<>();
        for (Condition condition : conditions) {
            bound.add(bind(condition));
        }
        return bound;
    }

    private Pred compare(Condition.Compare written) {
        Ex left = exprs.bind(written.left());
        Ex right = exprs.bind(written.right());
        Pred compare = compare(written.operator(), left, right);
        boolean nulls = statement.oldSettings().nullsEqual(written.operator(), written.left(), written.right());
        return nulls ? OldSettings.withNulls(compare, written.operator(), left, right) : compare;
    }

    static Pred compare(Comparison operator, Ex left, Ex right) {
        SqlType type = Coercion.comparable(left, right, title(operator));
        return new Pred.Compare(operator, Coercion.forComparison(left, type), Coercion.forComparison(right, type));
    }

    private static String title(Comparison operator) {
        return switch (operator) {
            case EQUAL -> "equal to";
            case NOT_EQUAL -> "not equal to";
            case LESS -> "less than";
            case LESS_OR_EQUAL -> "less than or equal to";
            case GREATER -> "greater than";
            case GREATER_OR_EQUAL -> "greater than or equal to";
        };
    }

    private Pred in(Condition.In in) {
        Ex value = exprs.bind(in.value());
        List<Ex> list = exprs.bindAll(in.list());
        SqlType type = value.type();
        for (Ex item : list) {
            SqlType pair = Coercion.comparable(value, item, "equal to");
            type = SqlTypes.common(type, pair);
        }
        List<Ex> all = new ArrayList<>(list);
        all.add(value);
        type = Collations.of(type, all, "equal to");
        List<Ex> converted = new ArrayList<>();
        for (Ex item : list) {
            converted.add(Coercion.forComparison(item, type));
        }
        Ex bound = Coercion.forComparison(value, type);
        boolean constants = converted.size() > 8 && converted.stream().allMatch(Ex.Constant.class::isInstance);
        return constants ? new ConstantIn(bound, converted, type) : new Pred.In(bound, converted);
    }

    private Pred like(Condition.Like like) {
        Ex value = text(exprs.bind(like.value()), 1);
        Ex pattern = text(exprs.bind(like.pattern()), 2);
        TextCollation collation = Collations.resolve(List.of(value, pattern), "like");
        Expr escape = like.escape();
        return new LikePred(value, pattern, escape == null ? null : text(exprs.bind(escape), 3), collation);
    }

    private static Ex text(Ex ex, int position) {
        if (SqlTypes.isText(ex.type())) {
            return ex;
        }
        if (ex.type().kind() == SqlType.Kind.XML || SqlTypes.isBinary(ex.type())) {
            throw Errors.badArgument(ex.type(), position, "like");
        }
        return Coercion.to(ex, SqlType.varchar(8000));
    }

    private Pred exists(Condition.Exists exists) {
        Scope barrier = new Scope(scope, statement);
        BoundQuery query = new QueryBinder(statement).bindSubquery(exists.query(), barrier);
        Pred pred = new ExistsPred(query.rows(), barrier.isCrossed());
        mayLookAround(pred, barrier);
        return pred;
    }

    /** A query that looks outside may look at any table around it. */
    private void mayLookAround(Pred pred, Scope barrier) {
        if (barrier.isCrossed()) {
            pred.slots().set(0, statement.slots());
        }
    }

    private Pred quantified(Comparison operator, Expr written, boolean all, io.sqlserversim.sql.Query query) {
        Ex value = exprs.bind(written);
        Scope barrier = new Scope(scope, statement);
        BoundQuery bound = new QueryBinder(statement).bindSubquery(query, barrier);
        if (bound.columns().size() != 1) {
            throw Errors.oneExpression();
        }
        SqlType columnType = bound.columns().getFirst().type();
        SqlType common = Coercion.comparable(value.type(), columnType, title(operator));
        Ex column = new Ex.Constant(columnType, null).holding(Ex.Hold.COLUMN);
        SqlType type = Collations.of(common, List.of(value, column), title(operator));
        Ex left = Coercion.forComparison(value, type);
        boolean set = operator == Comparison.EQUAL && !all && !barrier.isCrossed();
        Pred pred = set
                ? new SetPred(left, bound.rows(), columnType, type)
                : new QuantifiedPred(operator, left, all, bound.rows(), columnType, type);
        pred.dependsOn(left);
        mayLookAround(pred, barrier);
        return pred;
    }
}
