package io.sqlserversim.engine;

import io.sqlserversim.sql.Expr.FrameEdge;
import io.sqlserversim.sql.Expr.WindowFrame;

/** The frames of one partition: for each row, from which row to which its window reaches. Immutable. */
final class WindowFrames {
    private final WindowFrame frame;
    private final int[] firstPeer;
    private final int[] lastPeer;

    /** Peers are given by row: the first and the last one that sort as the row does. */
    WindowFrames(WindowFrame frame, int[] firstPeer, int[] lastPeer) {
        this.frame = frame;
        this.firstPeer = firstPeer;
        this.lastPeer = lastPeer;
    }

    /** The first row, inclusive; behind {@link #last} for an empty frame. */
    int first(int row) {
        return Math.max(0, edge(row, frame.from(), frame.before(), true));
    }

    /** The last row, inclusive. */
    int last(int row) {
        return Math.min(firstPeer.length - 1, edge(row, frame.to(), frame.behind(), false));
    }

    private int edge(int row, FrameEdge edge, int distance, boolean begin) {
        return switch (edge) {
            case FIRST -> 0;
            case PRECEDING -> Math.max(-1, row - distance);
            case CURRENT -> frame.rows() ? row : begin ? firstPeer[row] : lastPeer[row];
            case FOLLOWING -> (int) Math.min(firstPeer.length, (long) row + distance);
            case LAST -> firstPeer.length - 1;
        };
    }
}
