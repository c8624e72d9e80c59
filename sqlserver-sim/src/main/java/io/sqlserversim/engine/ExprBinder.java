package io.sqlserversim.engine;

import io.sqlserversim.sql.Expr;
import io.sqlserversim.types.ConversionRules;
import io.sqlserversim.types.SqlType;
import io.sqlserversim.types.SqlType.Kind;
import io.sqlserversim.types.SqlTypes;
import io.sqlserversim.types.TextCollation;
import io.sqlserversim.types.TypeNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Binds expressions against a scope. Confined to one thread. */
final class ExprBinder {
    private final StatementBinder statement;
    private final Scope scope;
    private final ConditionBinder conditions;
    private @Nullable Windows windows;

    ExprBinder(StatementBinder statement, Scope scope) {
        this.statement = statement;
        this.scope = scope;
        this.conditions = new ConditionBinder(statement, scope, this);
    }

    /** Allows window functions from here on. */
    void allowWindows(Windows into) {
        windows = into;
    }

    StatementBinder statement() {
        return statement;
    }

    Scope scope() {
        return scope;
    }

    Pred condition(io.sqlserversim.sql.Condition condition) {
        return conditions.bind(condition);
    }

    List<Ex> bindAll(List<Expr> exprs) {
        List<Ex> bound = new ArrayList<>();
        for (Expr expr : exprs) {
            bound.add(bind(expr));
        }
        return bound;
    }

    Ex bind(Expr expr) {
        Grouping grouping = scope.grouping();
        if (grouping != null && grouping.isActive()) {
            Ex key = grouping.expression(expr);
            if (key != null) {
                return key;
            }
        }
        return switch (expr) {
            case Expr.Literal literal ->
                literal.value() == null
                        ? Ex.Constant.bareNull()
                        : new Ex.Constant(literal.type().with(statement.collation()), literal.value());
            case Expr.Variable variable -> variable(variable.name());
            case Expr.SystemVariable variable -> SystemVariables.bind(variable.name(), statement.functions());
            case Expr.ColumnName column -> scope.resolve(column.parts());
            case Expr.Negate negate -> negate(bind(negate.operand()));
            case Expr.BitNot not -> bitNot(bind(not.operand()));
            case Expr.Binary binary ->
                statement.oldSettings().binary(binary.operator(), bind(binary.left()), bind(binary.right()));
            case Expr.Case branches -> caseOf(branches);
            case Expr.Cast cast -> cast(cast);
            case Expr.Call call -> call(call);
            case Expr.Collate collate -> collate(collate);
            case Expr.AtTimeZone zone -> TimeZones.bind(bind(zone.operand()), bind(zone.zone()));
            case Expr.Subquery subquery -> scalar(subquery);
        };
    }

    private Ex variable(String name) {
        Variables.Cell cell = statement.variables().get(name);
        return Ex.of(cell.type().with(statement.collation()), env -> cell.value());
    }

    private static Ex negate(Ex operand) {
        SqlType type = operand.type();
        if (operand instanceof Ex.Constant constant) {
            Object value = constant.value();
            if (value instanceof Integer i && type.kind() == Kind.INT && i != Integer.MIN_VALUE) {
                return new Ex.Constant(type, -i);
            }
            if (value instanceof java.math.BigDecimal d) {
                boolean intMin = type.scale() == 0 && d.longValue() == 2147483648L && d.precision() == 10;
                return intMin ? new Ex.Constant(SqlType.INT, Integer.MIN_VALUE) : new Ex.Constant(type, d.negate());
            }
        }
        if (!SqlTypes.isNumber(type) || type.kind() == Kind.BIT) {
            throw Errors.badOperand(type, "minus");
        }
        Ex signed = type.kind() == Kind.TINYINT ? Coercion.to(operand, new SqlType(Kind.SMALLINT, 0, 0, 0)) : operand;
        return Arithmetic.bind(Expr.Operator.SUBTRACT, zero(signed.type()), signed);
    }

    private static Ex zero(SqlType type) {
        return type.kind() == Kind.DECIMAL
                ? new Ex.Constant(SqlType.decimal(1, 0), java.math.BigDecimal.ZERO)
                : new Ex.Constant(type.kind() == Kind.SMALLINT ? type : SqlType.INT, 0);
    }

    private static Ex bitNot(Ex operand) {
        if (!SqlTypes.isInteger(operand.type()) && operand.type().kind() != Kind.BIT) {
            throw Errors.badOperand(operand.type(), "'~'");
        }
        SqlType type = operand.type();
        return Ex.of(
                type,
                env -> switch (operand.eval(env)) {
                    case null -> null;
                    case Boolean b -> !b;
                    case Integer i -> type.kind() == Kind.TINYINT ? (~i & 0xFF) : ~i;
                    case Long l -> ~l;
                    default -> throw Errors.badOperand(type, "'~'");
                },
                operand);
    }

    private Ex caseOf(Expr.Case written) {
        List<Pred> whens = new ArrayList<>();
        List<Ex> values = new ArrayList<>();
        for (Expr.Branch branch : written.branches()) {
            whens.add(conditions.bind(branch.when()));
            values.add(bind(branch.then()));
        }
        Expr otherwise = written.otherwise();
        values.add(otherwise == null ? Ex.Constant.bareNull() : bind(otherwise));
        if (values.stream().allMatch(Coercion::isNullLiteral)) {
            throw new SqlError(
                    8133,
                    16,
                    1,
                    "At least one of the result expressions in a CASE specification must be an"
                            + " expression other than the NULL constant.");
        }
        return CaseEx.of(whens, values);
    }

    private Ex cast(Expr.Cast cast) {
        Ex operand = bind(cast.operand());
        Expr.TypeName name = cast.type();
        boolean text = SqlTypes.isText(operand.type());
        SqlType type = TypeNames.resolve(name.name(), name.first(), name.second(), 30)
                .with(text ? operand.type().collation() : statement.collation());
        if (Coercion.isNullLiteral(operand)) {
            return new Ex.Constant(type, null);
        }
        ConversionRules.checkExplicit(operand.type(), type);
        Expr written = cast.style();
        @Nullable Ex style = written == null ? null : Coercion.to(bind(written), SqlType.INT);
        if (style == null && !cast.attempt()) {
            return Coercion.converted(operand, type);
        }
        return new CastEx(operand, type, style, cast.attempt());
    }

    private Ex collate(Expr.Collate collate) {
        Ex operand = bind(collate.operand());
        if (!SqlTypes.isText(operand.type())) {
            throw new SqlError(
                    447,
                    16,
                    0,
                    "Expression type " + TypeNames.name(operand.type()) + " is invalid for COLLATE clause.");
        }
        return Collations.explicit(operand, collation(collate.collation()));
    }

    private TextCollation collation(String name) {
        if (name.equalsIgnoreCase("DATABASE_DEFAULT") || name.equalsIgnoreCase("CATALOG_DEFAULT")) {
            return statement.collation();
        }
        TextCollation found = TextCollation.find(name);
        if (found == null) {
            throw Errors.invalidCollation(name);
        }
        return found;
    }

    private Ex call(Expr.Call call) {
        String name = call.name().getLast().toUpperCase(Locale.ROOT);
        if (call.name().size() > 1) {
            return schemaCall(call);
        }
        if (call.over() != null) {
            if (windows == null) {
                throw new SqlError(
                        4108, 15, 1, "Windowed functions can only appear in the SELECT or ORDER BY clauses.");
            }
            return windows.bind(call, this);
        }
        if (Windows.isRanking(name)) {
            throw new SqlError(
                    10753, 15, 1, "The function '" + name.toLowerCase(Locale.ROOT) + "' must have an OVER clause.");
        }
        if (Aggregates.isAggregate(name)) {
            return aggregate(call);
        }
        if (name.equals("GROUPING") || name.equals("GROUPING_ID")) {
            return groupingMark(call, name);
        }
        if (call.star() || call.distinct()) {
            throw new SqlError(102, 15, 1, "Incorrect syntax near '" + (call.star() ? "*" : "DISTINCT") + "'.");
        }
        Ex bound = Functions.bind(call.name().getLast(), call.arguments(), this);
        return bound.hold() == Ex.Hold.WEAK ? Collations.as(bound, statement.collation()) : bound;
    }

    private Ex groupingMark(Expr.Call call, String name) {
        Grouping grouping = scope.grouping();
        if (grouping == null || !grouping.isActive()) {
            throw new SqlError(
                    8160,
                    15,
                    1,
                    "A GROUPING or GROUPING_ID function can only be specified when there is a GROUP BY clause.");
        }
        return grouping.mark(call.arguments(), name);
    }

    private Ex schemaCall(Expr.Call call) {
        String name = String.join(".", call.name());
        Ex known = Functions.bindQualified(call.name(), call.arguments(), this);
        if (known != null) {
            return known;
        }
        throw new SqlError(
                4121,
                16,
                1,
                "Cannot find either column \"" + call.name().getFirst()
                        + "\" or the user-defined function or aggregate \"" + name + "\", or the name is ambiguous.");
    }

    private Ex aggregate(Expr.Call call) {
        Grouping grouping = scope.grouping();
        if (grouping == null) {
            throw new SqlError(
                    147,
                    15,
                    1,
                    "An aggregate may not appear in the WHERE clause unless it is in a subquery"
                            + " contained in a HAVING clause or a select list, and the column being aggregated is an outer"
                            + " reference.");
        }
        if (!grouping.isActive()) {
            throw new SqlError(
                    130,
                    15,
                    1,
                    "Cannot perform an aggregate function on an expression containing an aggregate"
                            + " or a subquery.");
        }
        grouping.activate(false);
        try {
            Aggregates.Bound bound = Aggregates.bind(call, this);
            return grouping.aggregate(bound.factory(), bound.type());
        } finally {
            grouping.activate(true);
        }
    }

    private Ex scalar(Expr.Subquery subquery) {
        Scope barrier = new Scope(scope, statement);
        BoundQuery query = new QueryBinder(statement).bindSubquery(subquery.query(), barrier);
        if (query.columns().size() != 1) {
            throw Errors.oneExpression();
        }
        int visible = barrier.isCrossed() ? statement.slots() : 0;
        return new SubqueryEx(query.rows(), query.columns().getFirst().type(), visible);
    }
}
