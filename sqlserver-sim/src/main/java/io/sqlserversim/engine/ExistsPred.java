package io.sqlserversim.engine;

/** EXISTS. Asked once when the query looks at nothing outside of it. */
final class ExistsPred extends Pred {
    private final Rows rows;
    private final boolean correlated;
    private int known = UNKNOWN;

    ExistsPred(Rows rows, boolean correlated) {
        this.rows = rows;
        this.correlated = correlated;
    }

    @Override
    int test(Env env) {
        if (correlated || known == UNKNOWN) {
            rows.open(env);
            try {
                known = of(rows.next(env) != null);
            } finally {
                rows.close(env);
            }
        }
        return known;
    }
}
