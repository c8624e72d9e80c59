package io.sqlserversim.catalog.system;

import io.sqlserversim.engine.SqlError;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Puts the arguments of a procedure in the order of its parameters. Stateless. */
final class Arguments {
    private Arguments() {}

    static List<Object> inOrder(
            String procedure, List<String> parameters, List<String> names, List<@Nullable Object> values) {
        List<Object> ordered = new ArrayList<>();
        for (int i = 0; i < parameters.size(); i++) {
            int at = indexOf(names, parameters.get(i), i);
            if (at < 0) {
                throw new SqlError(
                        313,
                        16,
                        1,
                        "An insufficient number of arguments were supplied for the procedure or function sys."
                                + procedure + ".");
            }
            Object value = values.get(at);
            if (value == null) {
                throw new SqlError(
                        214,
                        16,
                        51,
                        "Procedure expects parameter '" + parameters.get(i) + "' of a value that is not NULL.");
            }
            ordered.add(value);
        }
        return ordered;
    }

    private static int indexOf(List<String> names, String parameter, int position) {
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).equalsIgnoreCase(parameter)) {
                return i;
            }
        }
        return position < names.size() && names.get(position).isEmpty() ? position : -1;
    }
}
