/** What a doctor's visit finds out: what importing a server's history would cost, and what would be left out. */
@NullMarked
package io.tidegate.app.doctor;

import org.jspecify.annotations.NullMarked;
