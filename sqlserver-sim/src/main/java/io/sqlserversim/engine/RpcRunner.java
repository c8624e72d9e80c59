package io.sqlserversim.engine;

import java.util.ArrayList;
import java.util.List;

/** Executes a call of a procedure that came as such, and sends its return code and output values. */
final class RpcRunner {
    private final Run run;
    private final BatchRunner batches;

    RpcRunner(Run run, BatchRunner batches) {
        this.run = run;
        this.batches = batches;
    }

    void call(Request.Rpc rpc) {
        List<Actual> actuals = new ArrayList<>();
        for (Request.Parameter p : rpc.parameters()) {
            actuals.add(new Actual(p.name(), p.type(), p.value(), p.output()));
        }
        Frame frame = new Frame(text(rpc), new Variables(), 0);
        try {
            int code = batches.procedures().call(QualifiedNames.split(rpc.procedure()), actuals, frame);
            run.sink().returnStatus(code);
            sendOutputs(rpc, actuals);
        } catch (SqlError e) {
            batches.report(e, 1);
            run.sink().returnStatus(-6);
        } catch (Failure e) {
            batches.report(e.error(), e.line());
            run.sink().returnStatus(-6);
        } catch (BatchEnded ended) {
            run.sink().returnStatus(-6);
            sendOutputs(rpc, actuals);
        }
    }

    private void sendOutputs(Request.Rpc rpc, List<Actual> actuals) {
        for (int i = 0; i < actuals.size(); i++) {
            Actual actual = actuals.get(i);
            if (actual.isOutput()) {
                run.sink().returnValue(i, rpc.parameters().get(i).name(), actual.type(), actual.value());
            }
        }
    }

    /** What stands for the batch in faults and views: the statement's text, or the procedure's name. */
    static String text(Request.Rpc rpc) {
        for (Request.Parameter p : rpc.parameters()) {
            boolean statement = io.sqlserversim.types.SqlTypes.isUnicode(p.type()) && p.value() instanceof String;
            if (statement && rpc.procedure().toLowerCase(java.util.Locale.ROOT).endsWith("sp_executesql")) {
                return String.valueOf(p.value());
            }
        }
        return rpc.procedure();
    }
}
