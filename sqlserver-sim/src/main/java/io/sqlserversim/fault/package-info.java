/** Scripted faults. */
@NullMarked
package io.sqlserversim.fault;

import org.jspecify.annotations.NullMarked;
