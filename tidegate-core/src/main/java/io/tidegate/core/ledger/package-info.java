/** The rules of the ledger: who takes what, when, how much, and what it means. */
@NullMarked
package io.tidegate.core.ledger;

import org.jspecify.annotations.NullMarked;
