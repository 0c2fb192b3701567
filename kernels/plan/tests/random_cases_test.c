/* kernels/plan/tests/random_cases_test.c -- random calls of every collective on
 * a vector compared with MPI's own, bit for bit: algorithm, mode, length, root,
 * given parts, in place or not. No transfer may touch bytes that another one is
 * at. */
#include <string.h>

#include "kernels/core/base/rng.h"
#include "kernels/plan/testing/buffer_watch.h"
#include "kernels/plan/testing/collective_call.h"
#include "kernels/plan/testing/ranks.h"

enum { NUM_CASES = 2500, MAX_DOUBLINGS = 15, FIRST_SEED = 65 };

/* All ranks draw the same numbers. */
static int64_t below(qdr_rng *rng, int64_t bound)
{
    return (int64_t)qdr_rng_below(rng, (uint64_t)bound);
}

static const qdr_kernel *draw_kernel(qdr_rng *rng)
{
    const qdr_kernel *drawn;

    do
        drawn = qdr_kernel_at((int)below(rng, qdr_kernel_count()));
    while (!qdr_collective_has_vector(drawn->collective) ||
           !qdr_kernel_has_schedule(drawn));
    return drawn;
}

/* Given parts, some of them empty. */
static void draw_counts(qdr_rng *rng, qdr_collective_call *c)
{
    int64_t left = c->count;

    for (int r = 0; r < c->p; r++) {
        c->counts[r] = r == c->p - 1 ? left : below(rng, left + 1);
        left -= c->counts[r];
    }
}

static void try_random(qdr_rng *rng)
{
    static const char *const modes[] = {
        NULL,       "synchronous", "posted",   "paced:64",    "posted_all",
        "window:2", "persistent",  "dataflow", "dataflow:64", "posted+barrier"};
    const qdr_kernel *kernel = draw_kernel(rng);
    qdr_collective_call c = qdr_collective_call_of(kernel, MPI_COMM_WORLD);
    bool takes_counts = kernel->collective != QDR_BCAST &&
                        kernel->collective != QDR_REDUCE &&
                        kernel->collective != QDR_ALLREDUCE;

    c.mode = modes[below(rng, sizeof modes / sizeof *modes)];
    c.count = below(rng, (int64_t)1 << below(rng, MAX_DOUBLINGS));
    c.in_place = below(rng, 2) == 1;
    if (qdr_collective_has_root(kernel->collective))
        c.root = (int)below(rng, c.p);
    c.has_counts = takes_counts && below(rng, 2) == 1;
    if (c.has_counts)
        draw_counts(rng, &c);
    qdr_collective_call_try(&c);
}

void qdr_test_run(void)
{
    qdr_rng rng;

    qdr_rng_init(&rng, FIRST_SEED + (uint64_t)p);
    for (int i = 0; i < NUM_CASES; i++)
        try_random(&rng);
    qdr_test_expect(qdr_num_overlaps == 0, "buffers apart");
}
