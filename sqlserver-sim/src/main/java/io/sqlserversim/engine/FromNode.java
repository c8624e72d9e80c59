package io.sqlserversim.engine;

import io.sqlserversim.sql.Condition.Comparison;
import io.sqlserversim.sql.TableSource.JoinKind;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** A bound FROM before it becomes operators: conditions still find their place in it. */
abstract class FromNode {
    /** The tables below. */
    abstract BitSet slots();

    /** Takes a condition that must be true of every row, as deep as its tables allow; false when it cannot. */
    abstract boolean place(Pred condition);

    abstract Op toOp(StatementBinder statement);

    /** The operators for FROM and WHERE. */
    final Op filtered(List<Pred> conditions, StatementBinder statement) {
        List<Pred> guards = new ArrayList<>();
        List<Pred> rest = new ArrayList<>();
        for (Pred condition : conditions) {
            if (local(condition).isEmpty()) {
                guards.add(condition);
            } else if (!place(condition)) {
                rest.add(condition);
            }
        }
        Op op = toOp(statement);
        if (!rest.isEmpty()) {
            op = new Op.Filter(op, new Pred.And(rest));
        }
        return guards.isEmpty() ? op : new GuardOp(op, guards);
    }

    /** A condition's tables that belong here. */
    final BitSet local(Pred condition) {
        BitSet local = (BitSet) condition.slots().clone();
        local.and(slots());
        return local;
    }

    static boolean within(BitSet inner, BitSet outer) {
        BitSet rest = (BitSet) inner.clone();
        rest.andNot(outer);
        return rest.isEmpty();
    }

    static void conjuncts(Pred condition, List<Pred> into) {
        if (condition instanceof Pred.And and) {
            and.operands.forEach(operand -> conjuncts(operand, into));
        } else {
            into.add(condition);
        }
    }

    /** A table that is scanned. */
    static final class Scan extends FromNode {
        private final ScanOp op;

        Scan(ScanOp op) {
            this.op = op;
        }

        ScanOp op() {
            return op;
        }

        @Override
        BitSet slots() {
            return op.slots();
        }

        @Override
        boolean place(Pred condition) {
            op.filter(condition);
            return true;
        }

        @Override
        Op toOp(StatementBinder statement) {
            return op;
        }
    }

    /** A query as a table. */
    static final class Derived extends FromNode {
        private final Op op;
        private final List<Pred> filters = new ArrayList<>();

        Derived(Op op) {
            this.op = op;
        }

        @Override
        BitSet slots() {
            return op.slots();
        }

        @Override
        boolean place(Pred condition) {
            filters.add(condition);
            return true;
        }

        @Override
        Op toOp(StatementBinder statement) {
            return filters.isEmpty() ? op : new Op.Filter(op, new Pred.And(filters));
        }
    }

    /** A join; RIGHT has been turned round already. */
    static final class Join extends FromNode {
        private final JoinKind kind;
        private final FromNode left;
        private final FromNode right;
        private final List<Pred> conditions = new ArrayList<>();
        private final BitSet slots = new BitSet();

        Join(JoinKind kind, FromNode left, FromNode right, List<Pred> on) {
            this.kind = kind;
            this.left = left;
            this.right = right;
            slots.or(left.slots());
            slots.or(right.slots());
            for (Pred condition : on) {
                if (!placeOn(condition)) {
                    conditions.add(condition);
                }
            }
        }

        FromNode left() {
            return left;
        }

        private boolean isInner() {
            return kind == JoinKind.INNER || kind == JoinKind.CROSS || kind == JoinKind.CROSS_APPLY;
        }

        private boolean isApply() {
            return kind == JoinKind.CROSS_APPLY || kind == JoinKind.OUTER_APPLY;
        }

        /** ON: what concerns one side alone may go down to it, unless that side's rows are kept anyway. */
        private boolean placeOn(Pred condition) {
            BitSet local = local(condition);
            if (kind == JoinKind.INNER && within(local, left.slots()) && !local.isEmpty()) {
                return left.place(condition);
            }
            boolean rightMayLose = kind == JoinKind.INNER || kind == JoinKind.LEFT;
            return rightMayLose && !local.isEmpty() && within(local, right.slots()) && right.place(condition);
        }

        @Override
        BitSet slots() {
            return slots;
        }

        @Override
        boolean place(Pred condition) {
            if (kind == JoinKind.FULL) {
                return false;
            }
            BitSet local = local(condition);
            if (within(local, left.slots())) {
                return left.place(condition);
            }
            if (!isInner()) {
                return false;
            }
            if (within(local, right.slots()) && kind != JoinKind.CROSS_APPLY) {
                return right.place(condition);
            }
            conditions.add(condition);
            return true;
        }

        @Override
        Op toOp(StatementBinder statement) {
            Op leftOp = left.toOp(statement);
            Op rightOp = right.toOp(statement);
            boolean outer = kind == JoinKind.LEFT || kind == JoinKind.OUTER_APPLY;
            if (isApply()) {
                return new LoopJoin(leftOp, rightOp, conditions, outer);
            }
            List<Ex> leftKeys = new ArrayList<>();
            List<Ex> rightKeys = new ArrayList<>();
            List<Pred> rest = new ArrayList<>();
            for (Pred condition : conditions) {
                if (!isKey(condition, leftKeys, rightKeys)) {
                    rest.add(condition);
                }
            }
            if (leftKeys.isEmpty() && kind != JoinKind.FULL) {
                return new LoopJoin(
                        leftOp, new SpoolOp(rightOp, new RowKeeper(right.slots(), statement.needed())), rest, outer);
            }
            boolean full = kind == JoinKind.FULL;
            boolean buildLeft = !full && rightOp.rows() > 4 * leftOp.rows();
            if (buildLeft) {
                RowKeeper keeper = new RowKeeper(left.slots(), statement.needed());
                return new HashJoin(rightOp, leftOp, rightKeys, leftKeys, rest, false, outer, keeper);
            }
            RowKeeper keeper = new RowKeeper(right.slots(), statement.needed());
            return new HashJoin(leftOp, rightOp, leftKeys, rightKeys, rest, outer || full, full, keeper);
        }

        private boolean isKey(Pred condition, List<Ex> leftKeys, List<Ex> rightKeys) {
            if (!(condition instanceof Pred.Compare compare) || compare.operator != Comparison.EQUAL) {
                return false;
            }
            if (belongs(compare.left, left) && belongs(compare.right, right)) {
                leftKeys.add(compare.left);
                rightKeys.add(compare.right);
                return true;
            }
            if (belongs(compare.left, right) && belongs(compare.right, left)) {
                leftKeys.add(compare.right);
                rightKeys.add(compare.left);
                return true;
            }
            return false;
        }

        /** Whether a value looks at tables of one side, and at none of the other. */
        private boolean belongs(Ex value, FromNode side) {
            BitSet local = (BitSet) value.slots().clone();
            local.and(slots);
            return !local.isEmpty() && within(local, side.slots());
        }
    }
}
