package io.tidegate.core.ledger;

import io.tidegate.core.model.RuntimeRow;
import java.util.Iterator;
import java.util.List;

/**
 * Rows that come whole, on one page. Confined to one thread.
 *
 * @param <X> how reading the source fails; never here
 */
final class OnePage<X extends Exception> implements BandSource.RowPages<X> {
    private final Iterator<List<RuntimeRow>> pages;

    OnePage(List<RuntimeRow> rows) {
        pages = List.of(rows, List.<RuntimeRow>of()).iterator();
    }

    @Override
    public List<RuntimeRow> next() {
        return pages.next();
    }

    @Override
    public boolean isComplete() {
        return true;
    }

    @Override
    public void close() {}
}
