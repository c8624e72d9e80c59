/** T-SQL's data types and the Java values that stand for them. */
@NullMarked
package io.sqlserversim.types;

import org.jspecify.annotations.NullMarked;
