package io.sqlserversim.sql;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads what stands behind GROUP BY: keys, ROLLUP, CUBE and GROUPING SETS. Used once, by one thread. */
final class GroupByParser {
    private final TokenStream in;
    private final ExpressionParser expressions;
    private final List<Expr> keys = new ArrayList<>();
    private List<List<Integer>> sets = List.of(List.of());
    private boolean plain = true;

    GroupByParser(TokenStream in, ExpressionParser expressions) {
        this.in = in;
        this.expressions = expressions;
    }

    List<Expr> keys() {
        return List.copyOf(keys);
    }

    /** Null where all keys make the one set. */
    @Nullable
    List<List<Integer>> sets() {
        return plain ? null : sets;
    }

    void parse() {
        do {
            sets = product(sets, item());
        } while (in.accept(","));
        if (in.at("WITH", "ROLLUP") || in.at("WITH", "CUBE")) {
            in.next();
            List<List<Integer>> all = keys.stream()
                    .map(key -> List.of(keys.indexOf(key)))
                    .distinct()
                    .toList();
            sets = in.next().is("CUBE") ? cube(all) : rollup(all);
            plain = false;
        }
    }

    private List<List<Integer>> item() {
        if (in.at("ROLLUP", "(") || in.at("CUBE", "(")) {
            plain = false;
            boolean cube = in.next().is("CUBE");
            List<List<Integer>> parts = list();
            return cube ? cube(parts) : rollup(parts);
        }
        if (in.at("GROUPING", "SETS")) {
            plain = false;
            in.next();
            in.next();
            return groupingSets();
        }
        if (in.at("(", ")")) {
            plain = false;
        }
        return List.of(part());
    }

    private List<List<Integer>> groupingSets() {
        List<List<Integer>> all = new ArrayList<>();
        in.expect("(");
        do {
            all.addAll(item());
        } while (in.accept(","));
        in.expect(")");
        return all;
    }

    private List<List<Integer>> list() {
        List<List<Integer>> parts = new ArrayList<>();
        in.expect("(");
        do {
            parts.add(part());
        } while (in.accept(","));
        in.expect(")");
        return parts;
    }

    /** One key, or several in parentheses. */
    private List<Integer> part() {
        if (!in.at("(") || !isKeyList()) {
            return List.of(key(expressions.expression()));
        }
        List<Integer> part = new ArrayList<>();
        in.expect("(");
        while (!in.accept(")")) {
            part.add(key(expressions.expression()));
            if (!in.at(")")) {
                in.expect(",");
            }
        }
        return part;
    }

    /** Whether the parentheses here enclose a list of keys, or nothing, and not one expression. */
    private boolean isKeyList() {
        int depth = 0;
        for (int i = 0; in.peek(i).kind() != Token.Kind.END; i++) {
            if (in.peek(i).is("(")) {
                depth++;
            } else if (in.peek(i).is(")") && --depth == 0) {
                Token behind = in.peek(i + 1);
                return i == 1 || behind.is(",") || behind.is(")");
            }
        }
        return false;
    }

    private int key(Expr key) {
        if (!keys.contains(key)) {
            keys.add(key);
        }
        return keys.indexOf(key);
    }

    private static List<List<Integer>> rollup(List<List<Integer>> parts) {
        List<List<Integer>> all = new ArrayList<>();
        for (int length = parts.size(); length >= 0; length--) {
            all.add(union(parts.subList(0, length)));
        }
        return all;
    }

    private static List<List<Integer>> cube(List<List<Integer>> parts) {
        List<List<Integer>> all = new ArrayList<>();
        for (int mask = (1 << parts.size()) - 1; mask >= 0; mask--) {
            List<List<Integer>> chosen = new ArrayList<>();
            for (int i = 0; i < parts.size(); i++) {
                if ((mask & 1 << i) != 0) {
                    chosen.add(parts.get(i));
                }
            }
            all.add(union(chosen));
        }
        return all;
    }

    private static List<Integer> union(List<List<Integer>> parts) {
        return parts.stream().flatMap(List::stream).distinct().toList();
    }

    private static List<List<Integer>> product(List<List<Integer>> left, List<List<Integer>> right) {
        List<List<Integer>> all = new ArrayList<>();
        for (List<Integer> a : left) {
            for (List<Integer> b : right) {
                all.add(union(List.of(a, b)));
            }
        }
        return all;
    }
}
