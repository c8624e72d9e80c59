package io.tidegate.core.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidegate.core.incident.Incident;
import io.tidegate.core.store.StoreException;
import io.tidegate.core.time.Await;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class WriteBehindTest {
    private final List<Thread> started = Collections.synchronizedList(new ArrayList<>());

    private void start(Runnable call) {
        started.add(Thread.ofVirtual().start(call));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void givenACallUnderWay_whenTheReadingGoesOn_thenItDoesNotWaitForIt() {
        CountDownLatch read = new CountDownLatch(1);
        AtomicBoolean stored = new AtomicBoolean();
        WriteBehind behind = new WriteBehind(this::start, 1, new SpareBatches(0));

        behind.run(() -> {
            await(read);
            stored.set(true);
        });
        assertThat(stored).isFalse();
        read.countDown();
        behind.join();

        assertThat(stored).isTrue();
    }

    /** Fails without the join in {@link WriteBehind#run}. */
    @Test
    void givenManyCalls_whenRun_thenOneRunsAtATimeInTheOrderGiven() {
        List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        AtomicBoolean busy = new AtomicBoolean();
        try (WriteBehind behind = new WriteBehind(this::start, 1, new SpareBatches(0))) {
            for (int i = 0; i < 1_000; i++) {
                int number = i;
                behind.run(() -> {
                    assertThat(busy.getAndSet(true)).isFalse();
                    order.add(number);
                    busy.set(false);
                });
            }
        }

        assertThat(order).hasSize(1_000).isSorted();
        assertThat(started)
                .allSatisfy(thread -> assertThat(thread.join(java.time.Duration.ofSeconds(60)))
                        .isTrue());
    }

    @Test
    void givenACallThatFailed_whenTheNextIsRun_thenItsFailureComesOutOnceAndTheNextDoesNotRun() {
        AtomicBoolean next = new AtomicBoolean();
        WriteBehind behind = new WriteBehind(this::start, 1, new SpareBatches(0));
        behind.run(() -> {
            throw new StoreException("full", null, false);
        });

        assertThatThrownBy(() -> {
                    behind.run(() -> next.set(true));
                    behind.join();
                })
                .isInstanceOf(StoreException.class)
                .hasMessage("full");

        behind.close();
        assertThat(next).isFalse();
    }

    @Test
    void givenAFailedReading_whenClosed_thenItWaitsForTheCallUnderWayAndKeepsItsFailureBeside() {
        AtomicBoolean ended = new AtomicBoolean();

        assertThatThrownBy(() -> {
                    try (WriteBehind behind = new WriteBehind(this::start, 1, new SpareBatches(0))) {
                        behind.run(() -> {
                            ended.set(true);
                            throw new StoreException("full", null, false);
                        });
                        throw new IllegalStateException("the source is gone");
                    }
                })
                .hasMessage("the source is gone")
                .satisfies(failed -> assertThat(failed.getSuppressed()).hasSize(1));

        assertThat(ended).isTrue();
    }

    @Test
    void givenAnInterrupt_whenJoined_thenTheCallIsWaitedForAndTheInterruptKept() {
        CountDownLatch go = new CountDownLatch(1);
        AtomicBoolean stored = new AtomicBoolean();
        WriteBehind behind = new WriteBehind(this::start, 1, new SpareBatches(0));
        behind.run(() -> {
            await(go);
            stored.set(true);
        });
        Thread.currentThread().interrupt();
        start(go::countDown);

        behind.join();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(stored).isTrue();
    }

    @Test
    void givenTwoAtOnce_whenRun_thenTheSecondNeedsNotWaitForTheFirstAndAThirdDoes() {
        CountDownLatch second = new CountDownLatch(1);
        CountDownLatch third = new CountDownLatch(1);
        AtomicBoolean hasThirdRun = new AtomicBoolean();
        AtomicBoolean wasThirdEarly = new AtomicBoolean();
        try (WriteBehind behind = new WriteBehind(this::start, 2, new SpareBatches(0))) {
            behind.run(() -> {
                await(second); // for ever, were the two run one after the other
                await(third);
            });
            behind.run(() -> {
                second.countDown();
                await(third);
            });
            behind.run(() -> hasThirdRun.set(true));
            assertThat(started).hasSize(2);
            wasThirdEarly.set(hasThirdRun.get());
            third.countDown();
        }

        assertThat(wasThirdEarly).isFalse();
        assertThat(hasThirdRun).isTrue();
    }

    /** Fails when a slice keeps a spare batch that it does not need any more, or loses one: the others run dry. */
    @Test
    @Incident(4)
    void givenSpareBatches_whenOneSliceHasThemAll_thenAnotherHasNoneUntilTheyAreBack() {
        SpareBatches spare = new SpareBatches(2);
        CountDownLatch isBegun = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        AtomicBoolean ran = new AtomicBoolean();
        try (WriteBehind one = new WriteBehind(this::start, 1, spare);
                WriteBehind other = new WriteBehind(this::start, 1, spare)) {
            one.run(() -> {
                isBegun.countDown();
                await(go);
            });
            await(isBegun);
            for (int i = 0; i < 3; i++) {
                one.run(() -> {});
            }
            assertThat(spare.left()).isZero();
            other.run(() -> await(go));
            other.run(() -> ran.set(true));
            go.countDown();
            one.join();
            other.join();
            assertThat(spare.left()).isEqualTo(2);

            one.run(() -> {
                throw new StoreException("full", null, false);
            });
            assertThatThrownBy(one::join).hasMessage("full");
        }

        assertThat(ran).isTrue();
        assertThat(spare.left()).as("after a failure, too").isEqualTo(2);
    }

    /** Fails with {@code waiting.clear()} taken out: what waits is run behind a call that failed, and stores what counts on it. */
    @Test
    void givenCallsThatWait_whenTheOneBeforeThemFails_thenTheyAreNotBegun() {
        CountDownLatch isHandedOver = new CountDownLatch(1);
        AtomicBoolean next = new AtomicBoolean();
        WriteBehind behind = new WriteBehind(this::start, 1, new SpareBatches(1));
        behind.run(() -> {
            await(isHandedOver);
            throw new StoreException("full", null, false);
        });
        behind.run(() -> next.set(true));
        isHandedOver.countDown();

        assertThatThrownBy(behind::join).hasMessage("full");

        assertThat(next).isFalse();
        behind.run(() -> next.set(true));
        behind.join();
        assertThat(next).as("a failure comes out once").isTrue();
    }

    /** Fails when calls that wait are not counted: the reading runs away from the disk, and its batches fill the heap. */
    @Test
    @Incident(1)
    void givenAsManyCallsAsMayWait_whenAnotherIsRun_thenItBlocksUntilOneHasEnded() {
        CountDownLatch first = new CountDownLatch(1);
        AtomicBoolean isHandedOver = new AtomicBoolean();
        AtomicBoolean isFull = new AtomicBoolean();
        Thread reading = Thread.currentThread();
        List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        try (WriteBehind behind = new WriteBehind(this::start, 1, new SpareBatches(1))) {
            behind.run(() -> {
                await(first);
                order.add(0);
            });
            behind.run(() -> order.add(1));
            behind.run(() -> order.add(2));
            start(() -> {
                Await.until("the reading waits", () -> reading.getState() == Thread.State.WAITING);
                isFull.set(!isHandedOver.get());
                first.countDown();
            });
            behind.run(() -> order.add(3));
            isHandedOver.set(true);
        }

        assertThat(isFull).isTrue();
        assertThat(order).containsExactly(0, 1, 2, 3);
    }

    /** Fails when a worker that could not be started still counts as one: the next call waits for ever. */
    @Test
    void givenNoThreadToBeHad_whenRun_thenThatComesOutAndNothingIsUnderWay() {
        AtomicBoolean isScarce = new AtomicBoolean(true);
        AtomicBoolean stored = new AtomicBoolean();
        WriteBehind behind = new WriteBehind(
                call -> {
                    if (isScarce.get()) {
                        throw new IllegalStateException("no thread");
                    }
                    start(call);
                },
                1,
                new SpareBatches(0));

        assertThatThrownBy(() -> behind.run(() -> {})).hasMessage("no thread");
        isScarce.set(false);
        behind.run(() -> stored.set(true));
        behind.join();

        assertThat(stored).isTrue();
    }

    /** Fails when a failure is thrown before the other call was waited for. */
    @RepeatedTest(20)
    void givenTwoAtOnce_whenTheFirstFails_thenTheOtherIsWaitedForBeforeThatComesOut() {
        CountDownLatch isWaitedFor = new CountDownLatch(1);
        CountDownLatch isOtherBegun = new CountDownLatch(1);
        CountDownLatch isFailing = new CountDownLatch(1);
        AtomicReference<Thread> failing = new AtomicReference<>(); // either worker may be given either call
        AtomicBoolean other = new AtomicBoolean();
        WriteBehind behind = new WriteBehind(this::start, 2, new SpareBatches(0));
        behind.run(() -> {
            failing.set(Thread.currentThread());
            isFailing.countDown();
            await(isOtherBegun);
            throw new StoreException("full", null, false);
        });
        behind.run(() -> {
            isOtherBegun.countDown();
            await(isWaitedFor);
            other.set(true);
        });
        await(isFailing);
        await(isOtherBegun); // behind a call that failed it would not be begun
        Thread reading = Thread.currentThread();
        start(() -> {
            Await.until(
                    "the reading waits for the other",
                    () -> !failing.get().isAlive() && reading.getState() == Thread.State.WAITING);
            isWaitedFor.countDown();
        });

        assertThatThrownBy(() -> {
                    behind.run(() -> {});
                    behind.join();
                })
                .hasMessage("full");

        assertThat(other).isTrue();
        behind.join();
    }
}
