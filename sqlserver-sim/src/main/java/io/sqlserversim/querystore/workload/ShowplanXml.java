package io.sqlserversim.querystore.workload;

/**
 * Makes the estimated showplan of a plan: well-formed, one StmtSimple, of exactly the length asked for, and always the
 * same for the same plan. A chain of joins over access operators, then a concatenation of more of them; a predicate
 * fills up what is left. Elements and attributes are those of the public showplan schema (version 1.564, SQL Server
 * 2022). Confined to one thread.
 */
final class ShowplanXml {
    private static final String NAMESPACE = "http://schemas.microsoft.com/sqlserver/2004/07/showplan";
    private static final String[] JOINS = {"Nested Loops", "Hash Match", "Merge Join"};
    private static final String[] JOIN_OPENINGS = {"<NestedLoops Optimized=\"false\">", "<Hash>", "<Merge>"};
    private static final String[] JOIN_CLOSINGS = {"</NestedLoops></RelOp>", "</Hash></RelOp>", "</Merge></RelOp>"};
    private static final String[] UNARIES = {"Sort", "Filter", "Compute Scalar", "Stream Aggregate", "Top", "Segment"};
    private static final String[] UNARY_LOGICALS = {"Sort", "Filter", "Compute Scalar", "Aggregate", "Top", "Segment"};
    private static final String[] UNARY_OPENINGS = {
        "<Sort Distinct=\"false\"><OrderBy><OrderByColumn Ascending=\"true\"><ColumnReference Alias=\"[t]\""
                + " Column=\"Status\"/></OrderByColumn></OrderBy>",
        "<Filter StartupExpression=\"false\">",
        "<ComputeScalar><DefinedValues/>",
        "<StreamAggregate><DefinedValues/>",
        "<Top RowCount=\"false\" IsPercent=\"false\" WithTies=\"false\">",
        "<Segment><GroupBy/><SegmentColumn><ColumnReference Column=\"Segment1003\"/></SegmentColumn>"
    };
    private static final String[] UNARY_CLOSINGS = {
        "</Sort></RelOp>",
        "<Predicate><ScalarOperator ScalarString=\"(1)\"><Const ConstValue=\"(1)\"/></ScalarOperator></Predicate>"
                + "</Filter></RelOp>",
        "</ComputeScalar></RelOp>",
        "</StreamAggregate></RelOp>",
        "</Top></RelOp>",
        "</Segment></RelOp>"
    };
    private static final String[] ACCESSES = {"Clustered Index Seek", "Index Seek", "Clustered Index Scan", "Index Scan"
    };
    private static final String TAIL = "</QueryPlan></StmtSimple></Statements></Batch></BatchSequence></ShowPlanXML>";
    private static final String CONCATENATION_CLOSING = "</Concat></RelOp>";
    private static final String ACCESS_CLOSING = "</IndexScan></RelOp>";
    private static final String PREDICATE_OPENING = "<Predicate><ScalarOperator ScalarString=\"";
    private static final String PREDICATE_CLOSING = "\"><Const ConstValue=\"(1)\"/></ScalarOperator></Predicate>";
    private static final String FILLER =
            "[t].[Status]=[@kind] AND [t].[Amount]+[r].[Quantity] IS NOT NULL OR ".repeat(64);
    private static final int DEEPEST = 20;
    private static final int LARGEST_ACCESS = 1_300; // beside the database's name
    private static final int LARGEST_JOIN = 700;

    private final StringBuilder xml;
    private final String database;
    private final long mixed;
    private final int limit;
    private final int access;
    private int deepest;
    private int node;

    private ShowplanXml(int characters, String database, long mixed) {
        this.xml = new StringBuilder(characters);
        this.database = escape(database);
        this.mixed = mixed;
        this.limit = characters - TAIL.length();
        this.access = LARGEST_ACCESS + this.database.length();
    }

    /**
     * The XML of one plan.
     *
     * @param database the name that it mentions
     * @param mixed decides what varies
     * @param queryHash as hexadecimal literal
     * @param planHash as hexadecimal literal
     * @param characters its length, 3,000 or more
     */
    static String of(String database, long mixed, String queryHash, String planHash, int characters) {
        return of(database, mixed, queryHash, planHash, characters, 0);
    }

    /** The same, with at least so many joins, each inside of the one before, where the length allows. */
    static String of(String database, long mixed, String queryHash, String planHash, int characters, int joins) {
        ShowplanXml plan = new ShowplanXml(characters, database, mixed);
        plan.deepest = Math.max(joins, 1 + Mix.below(mixed, 9, DEEPEST));
        plan.head(queryHash, planHash);
        plan.tree();
        return plan.xml.append(TAIL).toString();
    }

    private void head(String queryHash, String planHash) {
        xml.append("<ShowPlanXML xmlns=\"").append(NAMESPACE).append("\" Version=\"1.564\" Build=\"16.0.4195.2\">");
        xml.append("<BatchSequence><Batch><Statements><StmtSimple StatementCompId=\"1\" StatementEstRows=\"");
        xml.append(mixed >>> 50).append("\" StatementId=\"1\" StatementOptmLevel=\"FULL\" StatementSubTreeCost=\"0.");
        xml.append(mixed >>> 40).append("\" CardinalityEstimationModelVersion=\"160\" StatementType=\"SELECT\"");
        xml.append(" QueryHash=\"")
                .append(queryHash)
                .append("\" QueryPlanHash=\"")
                .append(planHash);
        xml.append("\" RetrievedFromCache=\"false\" SecurityPolicyApplied=\"false\"><QueryPlan CachedPlanSize=\"");
        xml.append(40 + (mixed >>> 56)).append("\" CompileTime=\"3\" CompileCPU=\"3\" CompileMemory=\"");
        xml.append(300 + (mixed >>> 55)).append("\">");
    }

    private void tree() {
        StringBuilder closings = new StringBuilder();
        for (int depth = 0; depth < deepest && fits(closings, 2 * LARGEST_JOIN + 2 * access); depth++) {
            int join = Mix.below(Mix.of(mixed, node), 7, JOINS.length);
            operator(JOINS[join], "Inner Join");
            xml.append(JOIN_OPENINGS[join]);
            closings.insert(0, JOIN_CLOSINGS[join]);
            access();
            xml.append(ACCESS_CLOSING);
            unary(closings);
        }
        operator("Concatenation", "Concatenation");
        xml.append("<Concat>");
        closings.insert(0, CONCATENATION_CLOSING);
        while (fits(closings, 2 * access)) {
            access();
            xml.append(ACCESS_CLOSING);
        }
        access();
        int left = limit - xml.length() - PREDICATE_OPENING.length() - PREDICATE_CLOSING.length();
        int filler = Math.max(0, left - ACCESS_CLOSING.length() - closings.length());
        xml.append(PREDICATE_OPENING).append(FILLER, 0, filler).append(PREDICATE_CLOSING);
        xml.append(ACCESS_CLOSING).append(closings);
    }

    /** After every second join, an operator over what follows. */
    private void unary(StringBuilder closings) {
        long varied = Mix.of(mixed, node, 5);
        if ((varied & 1) == 0 && fits(closings, 2 * LARGEST_JOIN + 2 * access)) {
            int kind = Mix.below(varied, 8, UNARIES.length);
            operator(UNARIES[kind], UNARY_LOGICALS[kind]);
            xml.append(UNARY_OPENINGS[kind]);
            closings.insert(0, UNARY_CLOSINGS[kind]);
        }
    }

    private boolean fits(StringBuilder closings, int more) {
        return xml.length() + closings.length() + more < limit;
    }

    private void operator(String physical, String logical) {
        long varied = Mix.of(mixed, node);
        xml.append("<RelOp AvgRowSize=\"").append(9 + (varied >>> 57)).append("\" EstimateCPU=\"0.00");
        xml.append(1000 + (varied >>> 51)).append("\" EstimateIO=\"0.0").append(100 + (varied >>> 54));
        xml.append("\" EstimateRebinds=\"0\" EstimateRewinds=\"0\" EstimatedExecutionMode=\"Row\" EstimateRows=\"");
        xml.append(1 + (varied >>> 49))
                .append("\" LogicalOp=\"")
                .append(logical)
                .append("\" NodeId=\"")
                .append(node++);
        xml.append("\" Parallel=\"false\" PhysicalOp=\"").append(physical).append("\" EstimatedTotalSubtreeCost=\"0.");
        xml.append(10_000 + (varied >>> 48)).append("\"><OutputList>");
        column("t", varied);
        xml.append("</OutputList>");
    }

    /** An access operator, but for its end. */
    private void access() {
        long varied = Mix.of(mixed, node, 3);
        String physical = ACCESSES[(int) (varied & 3)];
        operator(physical, physical);
        xml.append("<IndexScan Ordered=\"true\" ScanDirection=\"FORWARD\" ForcedIndex=\"false\" ForceSeek=\"false\"");
        xml.append(" ForceScan=\"false\" NoExpandHint=\"false\" Storage=\"RowStore\"><DefinedValues><DefinedValue>");
        column("t", varied >>> 8);
        xml.append("</DefinedValue></DefinedValues><Object Database=\"[")
                .append(database)
                .append("]\" Schema=\"[");
        xml.append(Vocabulary.schema(varied >>> 12)).append("]\" Table=\"[").append(Vocabulary.table(varied >>> 16));
        xml.append("]\" Index=\"[IX_").append(varied >>> 44).append("]\" Alias=\"[t]\" IndexKind=\"NonClustered\"/>");
    }

    private void column(String alias, long varied) {
        xml.append("<ColumnReference Alias=\"[").append(alias).append("]\" Column=\"");
        xml.append(Vocabulary.column(varied >>> 20)).append("\"/>");
    }

    private static String escape(String name) {
        return name.replace("]", "]]")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace("\"", "&quot;");
    }
}
