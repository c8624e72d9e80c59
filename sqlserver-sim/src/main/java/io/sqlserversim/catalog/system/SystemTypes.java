package io.sqlserversim.catalog.system;

import io.sqlserversim.types.SqlType;
import io.sqlserversim.types.SqlType.Kind;

/** Types that system views use and that have no name of their own elsewhere. */
final class SystemTypes {
    static final SqlType SMALLINT = new SqlType(Kind.SMALLINT, 0, 0, 0);
    static final SqlType REAL = new SqlType(Kind.REAL, 0, 0, 0);
    static final SqlType CHAR_2 = new SqlType(Kind.CHAR, 2, 0, 0);
    static final SqlType DESCRIPTION = SqlType.nvarchar(60);

    private SystemTypes() {}
}
