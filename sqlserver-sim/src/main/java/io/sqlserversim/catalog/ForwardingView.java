package io.sqlserversim.catalog;

import io.sqlserversim.types.Column;
import java.util.List;

/** A table that is as another one in all but what it says itself, usually its rows. Thread-safe where the other one is. */
public interface ForwardingView extends VirtualTable {
    /**
     * The other one.
     *
     * @return never null
     */
    VirtualTable view();

    @Override
    default String name() {
        return view().name();
    }

    @Override
    default List<Column> columns() {
        return view().columns();
    }

    @Override
    default boolean heavy() {
        return view().heavy();
    }

    @Override
    default List<Integer> order() {
        return view().order();
    }

    @Override
    default long rowEstimate() {
        return view().rowEstimate();
    }
}
