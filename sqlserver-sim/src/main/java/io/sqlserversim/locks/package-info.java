/** Application locks: sp_getapplock and its family. */
@NullMarked
package io.sqlserversim.locks;

import org.jspecify.annotations.NullMarked;
