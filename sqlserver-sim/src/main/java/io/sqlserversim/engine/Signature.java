package io.sqlserversim.engine;

import io.sqlserversim.types.ConversionRules;
import io.sqlserversim.types.Conversions;
import io.sqlserversim.types.SqlType;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The parameters of a system procedure, and how a call's arguments are given to them. */
record Signature(String procedure, List<Parameter> parameters) {
    /** A parameter. A required one without argument is Msg 201. */
    record Parameter(String name, SqlType type, boolean required) {}

    /** What a call gave: by parameter, the argument or null. */
    record Call(Signature signature, @Nullable Actual[] actuals) {
        boolean isGiven(int parameter) {
            return actuals[parameter] != null;
        }

        @Nullable
        Object value(int parameter) {
            Actual actual = actuals[parameter];
            Object value = actual == null ? null : actual.value();
            if (actual == null || value == null) {
                return null;
            }
            SqlType type = signature.parameters().get(parameter).type();
            ConversionRules.checkImplicit(actual.type(), type);
            return Conversions.convert(value, actual.type(), type);
        }

        String text(int parameter, String absent) {
            return isGiven(parameter) && value(parameter) instanceof String text ? text : absent;
        }
    }

    Call match(List<Actual> actuals) {
        @Nullable Actual[] matched = new @Nullable Actual[parameters.size()];
        if (actuals.size() > matched.length) {
            throw new SqlError(
                    8144, 16, 2, "Procedure or function " + procedure + " has too many arguments specified.");
        }
        for (int i = 0; i < actuals.size(); i++) {
            Actual actual = actuals.get(i);
            int at = actual.name().isEmpty() ? i : indexOf(actual.name());
            if (matched[at] != null) {
                throw new SqlError(8143, 16, 1, "Parameter '" + actual.name() + "' was supplied multiple times.");
            }
            matched[at] = actual.isDefault() ? null : actual;
        }
        for (int i = 0; i < matched.length; i++) {
            if (matched[i] == null && parameters.get(i).required()) {
                throw new SqlError(
                        201,
                        16,
                        4,
                        "Procedure or function '" + procedure + "' expects parameter '"
                                + parameters.get(i).name() + "', which was not supplied.");
            }
        }
        return new Call(this, matched);
    }

    private int indexOf(String name) {
        for (int i = 0; i < parameters.size(); i++) {
            if (parameters.get(i).name().toLowerCase(Locale.ROOT).equals(name.toLowerCase(Locale.ROOT))) {
                return i;
            }
        }
        throw new SqlError(8145, 16, 2, name + " is not a parameter for procedure " + procedure + ".");
    }
}
