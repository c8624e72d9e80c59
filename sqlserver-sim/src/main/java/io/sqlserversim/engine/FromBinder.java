package io.sqlserversim.engine;

import io.sqlserversim.catalog.VirtualTable;
import io.sqlserversim.sql.Query.Cte;
import io.sqlserversim.sql.TableSource;
import io.sqlserversim.sql.TableSource.JoinKind;
import io.sqlserversim.types.Column;
import io.sqlserversim.types.TextCollation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Binds FROM: puts its tables into the scope, left to right. Confined to one thread. */
final class FromBinder {
    private final StatementBinder statement;
    private final Scope scope;
    private final @Nullable ChangeTarget target;

    FromBinder(StatementBinder statement, Scope scope) {
        this(statement, scope, null);
    }

    /** Of a statement that changes one of the tables. */
    FromBinder(StatementBinder statement, Scope scope, @Nullable ChangeTarget target) {
        this.statement = statement;
        this.scope = scope;
        this.target = target;
    }

    FromNode bind(TableSource source) {
        return bind(source, false);
    }

    private FromNode bind(TableSource source, boolean applied) {
        return switch (source) {
            case TableSource.Named named -> named(named);
            case TableSource.TableVariable variable -> {
                TempTable table = statement.variables().table(variable.name());
                String alias = variable.alias();
                boolean changed = target != null && target.is(alias, List.of(variable.name()));
                yield scan(table, alias == null ? variable.name() : alias, List.of(), changed, statement.collation());
            }
            case TableSource.Function function -> function(function, applied);
            case TableSource.Derived derived -> derived(derived, applied);
            case TableSource.Join join -> join(join);
        };
    }

    private FromNode named(TableSource.Named named) {
        String given = named.alias();
        String alias = given == null ? named.name().getLast() : given;
        Cte cte = statement.cte(named.name());
        if (cte != null) {
            return table(statement.bindCte(cte), alias);
        }
        boolean changed = target != null && target.is(given, named.name());
        return scan(
                statement.table(named.name()),
                alias,
                given == null ? named.name() : List.of(),
                changed,
                statement.collationOf(named.name()));
    }

    private FromNode scan(
            VirtualTable found, String alias, List<String> name, boolean changed, TextCollation collation) {
        int slot = statement.newSlot();
        VirtualTable table = changed && target != null ? target.numbered(found, slot) : found;
        List<Column> columns = found instanceof TempTable ? table.columns() : collated(table.columns(), collation);
        scope.add(new Scope.Table(alias, name, columns, slot));
        if (changed) {
            statement.needed().get(slot).set(table.columns().size());
        }
        return new FromNode.Scan(new ScanOp(slot, table, statement.needed().get(slot)));
    }

    private static List<Column> collated(List<Column> columns, TextCollation collation) {
        return collation.equals(TextCollation.SERVER)
                ? columns
                : columns.stream()
                        .map(c -> new Column(c.name(), c.type().with(collation), c.nullable()))
                        .toList();
    }

    private FromNode function(TableSource.Function function, boolean applied) {
        @Nullable Scope around = applied ? scope : scope.parent();
        ExprBinder exprs = new ExprBinder(statement, new Scope(around, statement));
        BoundQuery rows =
                TableFunctions.bind(function.name(), exprs.bindAll(function.arguments()), statement.functions());
        String given = function.alias();
        return table(rows, given == null ? function.name().getLast() : given);
    }

    private FromNode derived(TableSource.Derived derived, boolean applied) {
        @Nullable Scope around = applied ? scope : scope.parent();
        BoundQuery query =
                new QueryBinder(statement).bindTable(derived.query(), around, derived.alias(), derived.columns());
        return table(query, derived.alias());
    }

    private FromNode table(BoundQuery query, String alias) {
        int slot = statement.newSlot();
        scope.add(new Scope.Table(alias, List.of(), query.columns(), slot));
        return new FromNode.Derived(new DerivedOp(slot, query.rows()));
    }

    private FromNode join(TableSource.Join join) {
        boolean apply = join.kind() == JoinKind.CROSS_APPLY || join.kind() == JoinKind.OUTER_APPLY;
        int first = scope.tables().size();
        FromNode left = bind(join.left(), false);
        int middle = scope.tables().size();
        FromNode right = bind(join.right(), apply);
        fillWithNull(join.kind(), first, middle);
        List<Pred> on = new ArrayList<>();
        io.sqlserversim.sql.Condition written = join.on();
        if (written != null) {
            FromNode.conjuncts(new ExprBinder(statement, scope).condition(written), on);
        }
        return join.kind() == JoinKind.RIGHT
                ? new FromNode.Join(JoinKind.LEFT, right, left, on)
                : new FromNode.Join(join.kind(), left, right, on);
    }

    private void fillWithNull(JoinKind kind, int first, int middle) {
        if (kind == JoinKind.RIGHT || kind == JoinKind.FULL) {
            scope.makeNullable(first, middle);
        }
        if (kind == JoinKind.LEFT || kind == JoinKind.FULL || kind == JoinKind.OUTER_APPLY) {
            scope.makeNullable(middle, scope.tables().size());
        }
    }
}
