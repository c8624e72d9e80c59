/** A client's session at the server: its identity, its settings, what it runs and what it has cost. */
@NullMarked
package io.sqlserversim.session;

import org.jspecify.annotations.NullMarked;
