package io.sqlserversim.engine;

import io.sqlserversim.types.Collation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Finds and calls the system procedures. */
final class Procedures {
    private final Run run;
    private final LockProcedures locks;
    private final TextProcedures texts;

    Procedures(Run run, BatchRunner batches) {
        this.run = run;
        this.locks = new LockProcedures(run);
        this.texts = new TextProcedures(run, batches);
    }

    /** Calls a procedure; its name has its parts as written, database first. Returns the return code. */
    int call(List<String> name, List<Actual> actuals, Frame frame) {
        String procedure = name.isEmpty() ? "" : name.getLast().toLowerCase(Locale.ROOT);
        String schema = name.size() > 1 ? name.get(name.size() - 2).toLowerCase(Locale.ROOT) : "";
        boolean system = schema.isEmpty() || schema.equals("sys") || schema.equals("dbo");
        if (name.size() > 3 || !system) {
            throw Errors.noProcedure(String.join(".", name));
        }
        @Nullable String database = name.size() == 3 && !name.getFirst().isEmpty() ? enter(name) : null;
        return switch (procedure) {
            case "sp_executesql" -> texts.executeSql(actuals, frame, database);
            case "sp_prepare" -> texts.prepare(actuals);
            case "sp_execute" -> texts.execute(actuals, frame);
            case "sp_prepexec" -> texts.prepareAndExecute(actuals, frame);
            case "sp_unprepare" -> texts.unprepare(actuals);
            case "sp_getapplock" -> locks.get(actuals, database == null ? run.session.database() : database);
            case "sp_releaseapplock" -> locks.release(actuals, database == null ? run.session.database() : database);
            default -> ofDatabase(name, procedure, database, actuals);
        };
    }

    private int ofDatabase(List<String> name, String procedure, @Nullable String database, List<Actual> actuals) {
        List<String> names = actuals.stream().map(Actual::name).toList();
        List<@Nullable Object> values = new ArrayList<>();
        actuals.forEach(actual -> values.add(actual.value()));
        String where = database == null ? run.session.database() : database;
        if (!run.services.catalog().call(run.session, where, procedure, names, values)) {
            throw Errors.noProcedure(String.join(".", name));
        }
        return 0;
    }

    private String enter(List<String> name) {
        String database = name.getFirst();
        return Collation.same(database, run.session.database())
                ? run.session.database()
                : run.services.catalog().refer(run.session, database, String.join(".", name));
    }
}
