/* kernels/plan/tests/ordered_mpi_test.c -- operators that do not commute:
 * products of 2x2 matrices, and texts one behind another, by every algorithm
 * that keeps the order of ranks, compared with MPI's own collective, bit for
 * bit.
 */
#include <mpi.h>
#include <string.h>

#include "kernels/kernel.h"
#include "kernels/plan/testing/collective_call.h"
#include "kernels/plan/testing/ranks.h"
#include "kernels/quadrille.h"

enum { TEXT = 32, MANY = 300 };

/* Both are associative; the sums are modulo 2^64. */
typedef struct matrix {
    uint64_t at[2][2];
} matrix;

static void multiply(void *in, void *inout, int *count, MPI_Datatype *type)
{
    const matrix *left = in;
    matrix *right = inout;

    (void)type;
    for (int k = 0; k < *count; k++) {
        matrix product = {{{0}}};
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 2; j++)
                for (int l = 0; l < 2; l++)
                    product.at[i][j] += left[k].at[i][l] * right[k].at[l][j];
        right[k] = product;
    }
}

/* Texts of TEXT bytes, the rest zeros. */
static void join(void *in, void *inout, int *count, MPI_Datatype *type)
{
    const char *left = in;
    char *right = inout;

    (void)type;
    for (int k = 0; k < *count; k++, left += TEXT, right += TEXT) {
        char joined[TEXT] = "";
        size_t length = strnlen(left, TEXT);
        memcpy(joined, left, length);
        memcpy(joined + length, right, TEXT - length);
        memcpy(right, joined, TEXT);
    }
}

/* An operator, its elements, and how a rank's are made. */
typedef struct combiner {
    MPI_Op op;
    MPI_Datatype type;
    void (*fill)(char *element, int rank, int64_t i);
} combiner;

static void fill_matrix(char *element, int rank_of, int64_t i)
{
    uint64_t seed = (uint64_t)(rank_of + 1) * 1000003 + (uint64_t)i;
    const matrix made = {{{seed, seed * 7 + 1}, {seed ^ 5, 3 * seed}}};

    memcpy(element, &made, sizeof made);
}

static void fill_text(char *element, int rank_of, int64_t i)
{
    memset(element, 0, TEXT);
    element[0] = (char)('A' + (rank_of + i) % 60);
}

static qdr_collective_call call_of(const qdr_kernel *kernel,
                                   const combiner *with)
{
    qdr_collective_call made = qdr_collective_call_of(kernel, MPI_COMM_WORLD);

    made.type = with->type;
    made.op = with->op;
    made.fill = with->fill;
    made.count = MANY;
    return made;
}

/* Every root and some lengths; a network where short vectors are long; in
 * place; parts of given lengths, some of them empty. */
static void try_algorithm(const qdr_kernel *kernel, const combiner *with)
{
    static const char fast[] = "alpha_us=0.001;beta_ns=10;gamma_ns=10";
    const int64_t counts[] = {1, p + 1, MANY};
    int num_roots = qdr_collective_has_root(kernel->collective) ? p : 1;
    qdr_collective_call t = call_of(kernel, with);

    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        for (t.root = 0; t.root < num_roots; t.root++) {
            t.count = counts[i];
            t.network = t.count > 1 ? fast : NULL;
            qdr_collective_call_try(&t);
        }
    t.root = 0;
    t.network = NULL;
    qdr_collective_call_try(&t);
    if (kernel->collective == QDR_REDUCE)
        return;
    t.in_place = true;
    qdr_collective_call_try(&t);
    if (kernel->collective == QDR_ALLREDUCE)
        return;
    t.count = 0;
    for (int r = 0; r < p; r++) {
        t.counts[r] = (r + 1) % 3 * 5;
        t.count += t.counts[r];
    }
    t.has_counts = true;
    qdr_collective_call_try(&t);
}

/* In every mode a rank must put received data on their side of its own. */
static void try_modes(const qdr_kernel *kernel, const combiner *with)
{
    static const char *const modes[] = {"synchronous", "posted",     "window:1",
                                        "posted_all",  "persistent", "paced:8",
                                        "dataflow"};
    qdr_collective_call t = call_of(kernel, with);

    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        t.mode = modes[i];
        qdr_collective_call_try(&t);
    }
}

/* Given shapes: halves, and a tree or exchanges among the rest. */
static void try_shapes(const combiner *with)
{
    static const struct {
        int p;
        const char *algorithm, *parameters;
    } shapes[] = {
        {8, "reduce_hybrid", "mesh=2x2x2;strategy=DDDGGG"},
        {8, "reduce_hybrid", "mesh=2x4;strategy=DRG"},
        {8, "reduce_hybrid", "mesh=2x4"},
        {8, "allreduce_hybrid", "mesh=2x2x2;strategy=DDRMCC"},
        {8, "reduce_scatter_hybrid", "mesh=2x2x2;strategy=DDD"},
        {6, "reduce_scatter_hybrid", "mesh=2x3;strategy=DRS"},
        {7, "allreduce_folded", "folded=3"},
        {7, "reduce_folded", "folded=1"},
        {10, "allreduce_folded", "folded=2"},
    };

    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        const qdr_kernel *kernel = NULL;
        qdr_collective_call t;
        if (shapes[i].p != p)
            continue;
        qdr_test_ok(qdr_kernel_find(shapes[i].algorithm, &kernel, &cause));
        t = call_of(kernel, with);
        t.parameters = shapes[i].parameters;
        for (t.count = 1; t.count <= MANY; t.count += MANY - 1)
            qdr_collective_call_try(&t);
        t.count = MANY;
        t.root = qdr_collective_has_root(t.collective) ? p / 2 : 0;
        qdr_collective_call_try(&t);
    }
}

static void try_combiner(const combiner *with)
{
    for (int k = 0; k < qdr_kernel_count(); k++) {
        const qdr_kernel *kernel = qdr_kernel_at(k);
        if (!qdr_collective_combines(kernel->collective) ||
            (kernel->flags & QDR_COMMUTATIVE) != 0 ||
            (!qdr_kernel_is_simulated(kernel) && qdr_test_is_simulated()))
            continue;
        try_algorithm(kernel, with);
        try_modes(kernel, with);
    }
    try_shapes(with);
}

void qdr_test_run(void)
{
    combiner matrices = {.fill = fill_matrix};
    combiner texts = {.fill = fill_text};

    MPI_Op_create(multiply, 0, &matrices.op);
    MPI_Type_contiguous(4, MPI_UINT64_T, &matrices.type);
    MPI_Type_commit(&matrices.type);
    MPI_Op_create(join, 0, &texts.op);
    MPI_Type_contiguous(TEXT, MPI_CHAR, &texts.type);
    MPI_Type_commit(&texts.type);
    try_combiner(&matrices);
    try_combiner(&texts);
    MPI_Op_free(&matrices.op);
    MPI_Op_free(&texts.op);
    MPI_Type_free(&matrices.type);
    MPI_Type_free(&texts.type);
}
