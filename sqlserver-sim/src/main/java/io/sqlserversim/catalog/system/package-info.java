/** The server's own views: databases, sessions, requests, connections, locks, and the catalogue of views itself. */
@NullMarked
package io.sqlserversim.catalog.system;

import org.jspecify.annotations.NullMarked;
