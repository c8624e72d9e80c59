package io.sqlserversim.engine;

import io.sqlserversim.sql.Expr;
import io.sqlserversim.sql.SyntaxError;
import io.sqlserversim.sql.TsqlParser;
import io.sqlserversim.types.ConversionRules;
import io.sqlserversim.types.SqlType;
import io.sqlserversim.types.SqlTypes;
import io.sqlserversim.types.TypeNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** sp_executesql and the family of sp_prepare. */
final class TextProcedures {
    private final Run run;
    private final BatchRunner batches;

    TextProcedures(Run run, BatchRunner batches) {
        this.run = run;
        this.batches = batches;
    }

    int executeSql(List<Actual> actuals, Frame frame, @Nullable String database) {
        List<Actual> rest = new ArrayList<>(actuals);
        String text = text(take(rest, "@stmt", "@statement"), "@statement");
        Actual declared = takeOptional(rest, "@params", "@parameters");
        String parameters = declared == null ? "" : text(declared, "@parameters");
        return execute(text, parameters, rest, frame, database);
    }

    int prepare(List<Actual> actuals) {
        List<Actual> rest = new ArrayList<>(actuals);
        Actual handle = take(rest, "@handle", "@handle");
        Actual declared = takeOptional(rest, "@params", "@params");
        String parameters = declared == null ? "" : text(declared, "@params");
        String text = text(take(rest, "@stmt", "@stmt"), "@stmt");
        handle.assign(prepareChecked(text, parameters), SqlType.INT);
        return 0;
    }

    private int prepareChecked(String text, String parameters) {
        try {
            run.services.parses().parse(text, run.state.options().isOn("QUOTED_IDENTIFIER"));
            TsqlParser.parseParameters(parameters);
        } catch (SyntaxError e) {
            throw new SqlError(e.number(), 15, 1, e.text());
        }
        return run.state.prepare(new SessionState.Prepared(text, parameters));
    }

    int prepareAndExecute(List<Actual> actuals, Frame frame) {
        List<Actual> rest = new ArrayList<>(actuals);
        Actual handle = take(rest, "@handle", "@handle");
        Actual declared = takeOptional(rest, "@params", "@params");
        String parameters = declared == null ? "" : text(declared, "@params");
        String text = text(take(rest, "@stmt", "@stmt"), "@stmt");
        handle.assign(prepareChecked(text, parameters), SqlType.INT);
        return execute(text, parameters, rest, frame, null);
    }

    int execute(List<Actual> actuals, Frame frame) {
        List<Actual> rest = new ArrayList<>(actuals);
        int handle = integer(take(rest, "@handle", "@handle"));
        SessionState.Prepared prepared = run.state.prepared(handle);
        if (prepared == null) {
            throw new SqlError(8179, 16, 2, "Could not find prepared statement with handle " + handle + ".");
        }
        return execute(prepared.text(), prepared.parameters(), rest, frame, null);
    }

    int unprepare(List<Actual> actuals) {
        int handle = integer(take(new ArrayList<>(actuals), "@handle", "@handle"));
        if (!run.state.unprepare(handle)) {
            throw new SqlError(8179, 16, 2, "Could not find prepared statement with handle " + handle + ".");
        }
        return 0;
    }

    private static int integer(Actual actual) {
        Object value = actual.value();
        if (value == null || !SqlTypes.isNumber(actual.type())) {
            return 0;
        }
        return io.sqlserversim.types.Conversions.convert(value, actual.type(), SqlType.INT) instanceof Integer i
                ? i
                : 0;
    }

    /** Takes the argument of a name, or the first one when that has none. */
    private static Actual take(List<Actual> from, String name, String alias) {
        Actual taken = takeOptional(from, name, alias);
        if (taken == null) {
            throw new SqlError(
                    201,
                    16,
                    10,
                    "Procedure or function 'sp_executesql' expects parameter '" + alias + "', which was not supplied.");
        }
        return taken;
    }

    private static @Nullable Actual takeOptional(List<Actual> from, String name, String alias) {
        for (int i = 0; i < from.size(); i++) {
            String given = from.get(i).name().toLowerCase(Locale.ROOT);
            if (given.equals(name) || given.equals(alias) || (i == 0 && given.isEmpty())) {
                return from.remove(i);
            }
        }
        return null;
    }

    private static String text(Actual actual, String parameter) {
        Object value = actual.value();
        if (value == null) {
            return "";
        }
        if (!SqlTypes.isUnicode(actual.type())) {
            throw new SqlError(
                    214, 16, 2, "Procedure expects parameter '" + parameter + "' of type 'ntext/nchar/nvarchar'.");
        }
        return value.toString();
    }

    private int execute(
            String text, String declarations, List<Actual> actuals, Frame frame, @Nullable String database) {
        List<TsqlParser.Parameter> parameters;
        try {
            parameters = TsqlParser.parseParameters(declarations);
        } catch (SyntaxError e) {
            throw new SqlError(e.number(), 15, 1, e.text());
        }
        Variables variables = new Variables();
        variables.declarations(declarations);
        @Nullable Actual[] given = match(text, declarations, parameters, actuals);
        for (int i = 0; i < given.length; i++) {
            declare(parameters.get(i), given[i], variables);
        }
        int code = batches.nested(text, variables, frame, database);
        for (int i = 0; i < given.length; i++) {
            Actual actual = given[i];
            if (actual != null && parameters.get(i).output()) {
                Variables.Cell cell =
                        variables.get(parameters.get(i).declaration().name());
                actual.assign(cell.value(), cell.type());
            }
        }
        return code;
    }

    private static void declare(TsqlParser.Parameter parameter, @Nullable Actual actual, Variables variables) {
        Expr.TypeName type = parameter.declaration().type();
        SqlType resolved = TypeNames.resolve(type.name(), type.first(), type.second(), 1);
        Variables.Cell cell = variables.declare(parameter.declaration().name(), resolved);
        if (actual != null) {
            Object value = actual.value();
            if (value != null) {
                ConversionRules.checkImplicit(actual.type(), resolved);
            }
            cell.set(value, actual.type());
        } else if (parameter.declaration().value() instanceof Expr.Literal literal) {
            cell.set(literal.value(), literal.type());
        }
    }

    private static @Nullable Actual[] match(
            String text, String declarations, List<TsqlParser.Parameter> parameters, List<Actual> actuals) {
        @Nullable Actual[] given = new @Nullable Actual[parameters.size()];
        int position = 0;
        for (Actual actual : actuals) {
            int at = actual.name().isEmpty() ? position : indexOf(parameters, actual.name());
            if (at >= given.length || at < 0) {
                throw at < 0
                        ? new SqlError(8145, 16, 1, actual.name() + " is not a parameter for procedure .")
                        : new SqlError(8144, 16, 1, "Procedure or function  has too many arguments specified.");
            }
            given[at] = actual;
            position++;
        }
        for (int i = 0; i < given.length; i++) {
            if (given[i] == null && parameters.get(i).declaration().value() == null) {
                throw new SqlError(
                        8178,
                        16,
                        1,
                        "The parameterized query '(" + declarations + ")" + text
                                + "' expects the parameter '"
                                + parameters.get(i).declaration().name()
                                + "', which was not supplied.");
            }
        }
        return given;
    }

    private static int indexOf(List<TsqlParser.Parameter> parameters, String name) {
        for (int i = 0; i < parameters.size(); i++) {
            if (parameters.get(i).declaration().name().equalsIgnoreCase(name)) {
                return i;
            }
        }
        return -1;
    }
}
