package io.sqlserversim.querystore.workload;

/**
 * How an application behaves beside its numbers. Immutable.
 *
 * @param lifetime intervals in which a plan runs after its birth; 0 for ever
 * @param residents plan slots below it run for ever, whatever the lifetime
 * @param births how many plans appear at once
 * @param regime intervals after which a query may change its plan; 0 for 23 to 62
 * @param weight executions take 2 to the power of it times as long, and read as much more
 * @param slowOneIn of so many queries one has each second plan 24 times slower; 0 for none but query content 0
 * @param storageMb MAX_STORAGE_SIZE_MB; 0 for the default
 * @param odd whether it has what hurts readers: see {@link Oddities}
 * @param adaptive whether the server adapts, from 2022 on: see {@link Variants}, and feedback on plans
 */
public record Manner(
        int lifetime,
        int residents,
        int births,
        int regime,
        int weight,
        int slowOneIn,
        int storageMb,
        boolean odd,
        boolean adaptive) {
    /** All plans for ever, one new plan at a time. */
    public static final Manner STEADY = new Manner(0, 0, 1, 0, 0, 0, 0, false, false);

    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException naming the component and its rule
     */
    public Manner {
        if (births < 1 || lifetime < 0 || residents < 0 || regime < 0 || slowOneIn < 0 || storageMb < 0) {
            throw new IllegalArgumentException("births must be at least 1, the other numbers not negative");
        }
        if (weight < 0 || weight > 12) {
            throw new IllegalArgumentException("weight must be 0 to 12");
        }
    }

    static Manner heavy(int weight) {
        return new Manner(0, 0, 1, 0, weight, 0, 0, false, false);
    }

    static Manner flipping(int regime, int slowOneIn) {
        return new Manner(0, 0, 1, regime, 0, slowOneIn, 0, false, false);
    }

    static Manner passing(int lifetime, int residents, int births, int storageMb) {
        return new Manner(lifetime, residents, births, 0, 0, 0, storageMb, false, false);
    }

    /**
     * With or without what the server does by itself from 2022 on.
     *
     * @param adapts whether it does
     * @return a copy
     */
    public Manner adaptive(boolean adapts) {
        return new Manner(lifetime, residents, births, regime, weight, slowOneIn, storageMb, odd, adapts);
    }
}
