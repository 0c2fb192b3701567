/* kernels/testing/interleavings.h -- a protocol of ranks that share memory, in
 * every order in which they can proceed.
 *
 * Each rank is a coroutine, which stops before it reads or writes a flag or
 * other shared memory. All orders of these operations are tried, one after
 * another from the start, but for those that lead to a state that was reached
 * before: the memory, and what each rank knows and has read. A rank that has
 * read a flag in vain is not continued before the flag changes; if no rank can
 * continue, the ranks would wait for ever, and the test fails. Memory is
 * consistent here; threads under a sanitizer try the orders that a processor
 * may see.
 */
#ifndef QUADRILLE_KERNELS_TESTING_INTERLEAVINGS_H
#define QUADRILLE_KERNELS_TESTING_INTERLEAVINGS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A protocol and its ranks. */
typedef struct qdr_interleaved {
    int num_ranks;
    uint64_t *memory; /* [num_words]: all that they share */
    size_t num_words;
    void (*begin)(void);    /* sets up all ranks; the memory is zeroed */
    void (*work)(int rank); /* one of them, from start to end */
} qdr_interleaved;

/* qdr_interleave tries all orders, and returns the number of states. */
int qdr_interleave(const qdr_interleaved *of);

/* For a rank's work: qdr_interleave_load and qdr_interleave_store read and
 * write a flag, qdr_interleave_stop is called before it reads or writes
 * anything else that is shared, and qdr_interleave_note with what it has read.
 */
uint64_t qdr_interleave_load(const _Atomic uint64_t *flag);
void qdr_interleave_store(_Atomic uint64_t *flag, uint64_t value);
void qdr_interleave_stop(void);
void qdr_interleave_note(uint64_t value);

/* qdr_interleave_forget: all that the rank still knows is in `state`.
 * qdr_interleave_check fails the test if something is not so. */
void qdr_interleave_forget(uint64_t state);
void qdr_interleave_check(bool is_so);

#endif
