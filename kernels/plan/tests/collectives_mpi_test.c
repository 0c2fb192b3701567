/* kernels/plan/tests/collectives_mpi_test.c -- every algorithm on a vector
 * compared with MPI's own collective, bit for bit: lengths around p, every
 * root, parts of given lengths, in place, sub-communicators, Cartesian ones;
 * modes and parameters. No transfer may touch bytes that another one is at.
 */
#include <stdio.h>
#include <string.h>

#include "kernels/plan/testing/buffer_watch.h"
#include "kernels/plan/testing/collective_call.h"
#include "kernels/plan/testing/ranks.h"

enum { MANY = 1000, VERY_MANY = 1000000 };

/* Whether the ranks' parts may be given. */
static bool takes_counts(const qdr_kernel *kernel)
{
    return kernel->collective != QDR_BCAST &&
           kernel->collective != QDR_REDUCE &&
           kernel->collective != QDR_ALLREDUCE;
}

/* Lengths around the number of ranks, and a long one. */
static void try_lengths(qdr_collective_call *c, int num_roots)
{
    const int64_t lengths[] = {0, 1, c->p - 1, c->p, c->p + 1, MANY};

    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        for (c->root = 0; c->root < num_roots; c->root++) {
            /* With many ranks: every root with one length only. */
            if (c->p > 12 && lengths[i] != MANY && c->root > 1 &&
                c->root < c->p - 1)
                continue;
            c->count = lengths[i];
            c->in_place = false;
            qdr_collective_call_try(c);
            c->in_place = c->root % 2 == 0;
            if (c->in_place)
                qdr_collective_call_try(c);
        }
}

/* Every root; in place; given parts, some of them empty. */
static void try_row(const qdr_kernel *kernel, MPI_Comm comm,
                    const char *network)
{
    qdr_collective_call c = qdr_collective_call_of(kernel, comm);
    int num_roots = qdr_collective_has_root(kernel->collective) ? c.p : 1;

    c.network = network;
    try_lengths(&c, num_roots);
    c.in_place = false;
    c.has_counts = takes_counts(kernel);
    for (c.root = 0; c.has_counts && c.root < num_roots; c.root += 2) {
        c.count = 0;
        for (int r = 0; r < c.p; r++) {
            c.counts[r] = (r * 7 + c.root) % 5;
            c.count += c.counts[r];
        }
        qdr_collective_call_try(&c);
    }
}

/* In a round a rank sends the data that it had before, in every mode, even if
 * it combines others in that round. */
static void try_modes(const qdr_kernel *kernel)
{
    static const char *const modes[] = {"synchronous", "window:1", "posted_all",
                                        "persistent",  "paced",    "paced:8",
                                        "dataflow"};
    qdr_collective_call c = qdr_collective_call_of(kernel, MPI_COMM_WORLD);

    c.count = MANY;
    for (size_t i = 0; i < sizeof modes / sizeof *modes && c.p <= 8; i++) {
        c.mode = modes[i];
        qdr_collective_call_try(&c);
    }
}

/* Given meshes and orders, and folds. */
static void try_parameters(const qdr_kernel *kernel)
{
    qdr_collective_call c = qdr_collective_call_of(kernel, MPI_COMM_WORLD);
    char mesh[64], far[64];
    const char *of_hybrids[] = {mesh, far, "traversal=far",
                                "ready_message=true"};
    const char *of_folds[] = {"folded=0", "folded=1"};
    bool is_folded = strstr(kernel->name, "_folded") != NULL;
    const char *const *texts = is_folded ? of_folds : of_hybrids;
    int num_texts = is_folded ? 2 : 4;

    snprintf(mesh, sizeof mesh, "mesh=2x%d", c.p / 2);
    snprintf(far, sizeof far, "mesh=2x%d;traversal=far", c.p / 2);
    if (c.p % 2 != 0 || c.p > 8 ||
        (!is_folded && strstr(kernel->name, "_hybrid") == NULL))
        return;
    for (int i = 0; i < num_texts; i++) {
        c.parameters = texts[i];
        c.root = i % c.p * qdr_collective_has_root(kernel->collective);
        c.count = i % 2 == 0 ? MANY : c.p + 1;
        qdr_collective_call_try(&c);
    }
}

/* One rank has everything. */
static void try_lonely(const qdr_kernel *kernel)
{
    qdr_collective_call c = qdr_collective_call_of(kernel, MPI_COMM_WORLD);

    if (!takes_counts(kernel))
        return;
    c.has_counts = true;
    c.count = c.counts[c.p - 1] = 17;
    qdr_collective_call_try(&c);
}

static void try_long(const qdr_kernel *kernel)
{
    qdr_collective_call c = qdr_collective_call_of(kernel, MPI_COMM_WORLD);

    if (c.p > 8)
        return;
    c.count = VERY_MANY;
    for (c.root = 0; c.root < c.p; c.root += c.root == 1 ? c.p : 1)
        if (c.root == 0 || qdr_collective_has_root(kernel->collective))
            qdr_collective_call_try(&c);
    c.root = c.p - 1;
    if (qdr_collective_has_root(kernel->collective) && c.p > 2)
        qdr_collective_call_try(&c);
}

/* Groups of ranks in another order, on a line, and Cartesian, on a mesh. */
static void try_groups(const qdr_kernel *kernel)
{
    static const char line[] = "alpha_us=100;beta_ns=50;topology=line";
    static const char mesh[] = "alpha_us=100;beta_ns=50;topology=mesh";
    MPI_Comm group;
    int sizes[2] = {0, 0}, periods[2] = {0, 0};

    MPI_Comm_split(MPI_COMM_WORLD, rank % 3, -rank, &group);
    try_row(kernel, group, line);
    MPI_Comm_free(&group);
    MPI_Dims_create(p, 2, sizes);
    MPI_Cart_create(MPI_COMM_WORLD, 2, sizes, periods, 0, &group);
    try_row(kernel, group, mesh);
    MPI_Comm_free(&group);
}

void qdr_test_run(void)
{
    for (int k = 0; k < qdr_kernel_count(); k++) {
        const qdr_kernel *kernel = qdr_kernel_at(k);
        if (!qdr_collective_has_vector(kernel->collective) ||
            !qdr_kernel_has_schedule(kernel) ||
            (!qdr_kernel_is_simulated(kernel) && qdr_test_is_simulated()))
            continue;
        try_row(kernel, MPI_COMM_WORLD, NULL);
        try_modes(kernel);
        try_parameters(kernel);
        try_lonely(kernel);
        try_long(kernel);
        if (p < 16)
            try_groups(kernel);
    }
    qdr_test_expect(qdr_num_overlaps == 0, "buffers apart");
}
