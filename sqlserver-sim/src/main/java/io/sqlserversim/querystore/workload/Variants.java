package io.sqlserversim.querystore.workload;

/**
 * Parameter-sensitive plan optimization, as SQL Server does it from 2022 on: a parent query whose plans only dispatch, and
 * two variants of it, queries with texts of their own and the parent's hash, that run in its stead. Where a workload is
 * adaptive, some queries with content 8n + 1 are parents, and the next two their variants; ids lie next to each other.
 * Stateless.
 */
public final class Variants {
    private static final int GROUP = 8;
    private static final int MOST = 2;
    private static final String PREDICATE = "<Dispatcher><ParameterSensitivePredicate LowBoundary=\"100\""
            + " HighBoundary=\"1e+06\"><Predicate><ScalarOperator ScalarString=\"[t].[Status]=[@P0]\">"
            + "<Const ConstValue=\"(1)\"/></ScalarOperator></Predicate></ParameterSensitivePredicate></Dispatcher>";

    private Variants() {}

    /**
     * Whether a query is a parent: it has dispatcher plans, and never runs itself.
     *
     * @param workload whose
     * @param content of the query
     * @return false unless the workload is adaptive; never for a statement that writes
     */
    public static boolean isParent(Workload workload, int content) {
        return workload.spec().manner().adaptive()
                && content % GROUP == 1
                && content > GROUP
                && content + MOST < workload.spec().queries()
                && !StatementText.writes(content)
                && !StatementText.writes(workload.textOf(content));
    }

    /**
     * Which variant of its parent a query is.
     *
     * @param workload whose
     * @param content of the query
     * @return 1 or 2; 0 when it is none
     */
    public static int numberOf(Workload workload, int content) {
        int number = content % GROUP - 1;
        return number >= 1 && number <= MOST && isParent(workload, content - number) ? number : 0;
    }

    /** The parent's content; the query's own when it is no variant. */
    static int parentOf(Workload workload, int content) {
        return content - numberOf(workload, content);
    }

    /** What the text of a variant has behind the parent's. */
    static String hint(String predicate, long objectId, int number) {
        return " option (PLAN PER VALUE(ObjectID = " + objectId + ", QueryVariantID = " + number + ", predicate_range("
                + predicate + ", 100.0, 1000000.0)))";
    }

    /** The attribute of the statement in a variant's showplan. */
    static String attribute(Workload workload, int content) {
        int number = numberOf(workload, content);
        return number == 0 ? "" : " QueryVariantID=\"" + number + "\"";
    }

    /** The element before the plan in the showplans of a parent and of its variants. */
    static String element(Workload workload, int content) {
        return isParent(workload, parentOf(workload, content)) ? PREDICATE : "";
    }
}
