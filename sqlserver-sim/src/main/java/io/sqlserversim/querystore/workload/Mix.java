package io.sqlserversim.querystore.workload;

/** Turns numbers into well-spread ones: the only source of chance here. Stateless. */
final class Mix {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private Mix() {}

    /** Spreads one number (the finaliser of SplitMix64). */
    static long of(long a) {
        long z = a + GOLDEN;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    /** Spreads two numbers. */
    static long of(long a, long b) {
        return of(of(a) ^ (b * GOLDEN));
    }

    /** Spreads three numbers. */
    static long of(long a, long b, long c) {
        return of(of(a, b) ^ (c * GOLDEN));
    }

    /** Spreads a text. */
    static long of(String text) {
        long mixed = text.length();
        for (int i = 0; i < text.length(); i++) {
            mixed = of(mixed, text.charAt(i));
        }
        return mixed;
    }

    /** A spread number from 0 to {@code bound - 1}, out of the bits above {@code shift}. */
    static int below(long mixed, int shift, int bound) {
        return (int) ((mixed >>> shift & 0x7FFFFFFFL) % bound);
    }
}
