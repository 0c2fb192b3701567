/* kernels/plan/tests/ordered_mpi_test.c -- operators that do not commute:
 * products of 2x2 matrices, and texts one behind another, by every algorithm
 * that keeps the order of ranks, compared with MPI's own collective, bit for
 * bit.
 */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/kernel.h"
#include "kernels/plan/testing/ranks.h"
#include "kernels/quadrille.h"

enum { MAX_PROCS = 32, TEXT = 32, MANY = 300 };

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
    size_t element_bytes;
    void (*fill)(char *element, int64_t i);
} combiner;

static void fill_matrix(char *element, int64_t i)
{
    uint64_t seed = (uint64_t)(rank + 1) * 1000003 + (uint64_t)i;
    const matrix made = {{{seed, seed * 7 + 1}, {seed ^ 5, 3 * seed}}};

    memcpy(element, &made, sizeof made);
}

static void fill_text(char *element, int64_t i)
{
    memset(element, 0, TEXT);
    element[0] = (char)('A' + (rank + i) % 60);
}

/* A plan to try. */
typedef struct trial {
    const qdr_kernel *kernel;
    const combiner *with;
    const char *mode, *parameters; /* or NULL */
    const char *network;           /* or NULL */
    int64_t count;
    int root;
    const int64_t *counts; /* of the parts of a reduce_scatter; or NULL */
    bool in_place;         /* of all but a reduce */
} trial;

static qdr_status plan(const trial *t, qdr_plan **out_plan, qdr_error *error)
{
    const qdr_plan_options options = {.size = sizeof options,
                                      .mode = t->mode,
                                      .parameters = t->parameters,
                                      .network = t->network};
    const char *name = t->kernel->name;

    if (t->kernel->candidates != NULL)
        name = NULL;
    if (t->kernel->collective == QDR_REDUCE)
        return qdr_plan_reduce(out_plan, name, &options, t->count,
                               t->with->type, t->with->op, t->root,
                               MPI_COMM_WORLD, error);
    if (t->kernel->collective == QDR_ALLREDUCE)
        return qdr_plan_allreduce(out_plan, name, &options, t->count,
                                  t->with->type, t->with->op, MPI_COMM_WORLD,
                                  error);
    return qdr_plan_reduce_scatter(out_plan, name, &options, t->count,
                                   t->counts, t->with->type, t->with->op,
                                   MPI_COMM_WORLD, error);
}

/* MPI's own: all of the combined vector, in order. */
static void refer(const trial *t, const char *send, char *receive)
{
    MPI_Reduce(send, receive, (int)t->count, t->with->type, t->with->op, 0,
               MPI_COMM_WORLD);
    MPI_Bcast(receive, (int)t->count, t->with->type, 0, MPI_COMM_WORLD);
}

static void compare(const trial *t, const char *send, char *receive,
                    const char *expected)
{
    qdr_plan *made = NULL;
    qdr_plan_info info = {.size = sizeof info};
    qdr_status status = plan(t, &made, &error);

    if (status == QDR_OK)
        status = qdr_plan_get_info(made, &info, &error);
    for (int i = 0; i < 2 && status == QDR_OK; i++) {
        if (t->in_place)
            memcpy(receive, send, (size_t)t->count * t->with->element_bytes);
        else
            memset(receive, 0x5a, (size_t)info.receive_bytes);
        status = qdr_plan_execute(made, t->in_place ? MPI_IN_PLACE : send,
                                  receive, &error);
        qdr_test_expect(memcmp(receive, expected + info.receive_begin,
                               (size_t)info.receive_bytes) == 0,
                        t->kernel->name);
    }
    qdr_test_expect(status == QDR_OK, t->kernel->name);
    qdr_plan_free(&made);
}

static void try_one(const trial *t)
{
    size_t bytes = (size_t)t->count * t->with->element_bytes + 1;
    char *send = malloc(bytes), *receive = malloc(bytes);
    char *expected = malloc(bytes);

    if (send == NULL || receive == NULL || expected == NULL)
        MPI_Abort(MPI_COMM_WORLD, 2);
    for (int64_t i = 0; i < t->count; i++)
        t->with->fill(send + (size_t)i * t->with->element_bytes, i);
    refer(t, send, expected);
    compare(t, send, receive, expected);
    free(send);
    free(receive);
    free(expected);
}

/* Every root and some lengths; a network where short vectors are long; in
 * place; parts of given lengths, some of them empty. */
static void try_algorithm(const qdr_kernel *kernel, const combiner *with)
{
    static const char fast[] = "alpha_us=0.001;beta_ns=10;gamma_ns=10";
    const int64_t counts[] = {1, p + 1, MANY};
    int num_roots = qdr_collective_has_root(kernel->collective) ? p : 1;
    trial t = {.kernel = kernel, .with = with};
    int64_t parts[MAX_PROCS];

    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        for (t.root = 0; t.root < num_roots; t.root++) {
            t.count = counts[i];
            t.network = t.count > 1 ? fast : NULL;
            try_one(&t);
        }
    t.root = 0;
    t.network = NULL;
    try_one(&t);
    if (kernel->collective == QDR_REDUCE)
        return;
    t.in_place = true;
    try_one(&t);
    if (kernel->collective == QDR_ALLREDUCE)
        return;
    t.count = 0;
    for (int r = 0; r < p; r++) {
        parts[r] = (r + 1) % 3 * 5;
        t.count += parts[r];
    }
    t.counts = parts;
    try_one(&t);
}

/* In every mode a rank must put received data on their side of its own. */
static void try_modes(const qdr_kernel *kernel, const combiner *with)
{
    static const char *const modes[] = {"synchronous", "posted",     "window:1",
                                        "posted_all",  "persistent", "paced:8",
                                        "dataflow"};
    trial t = {.kernel = kernel, .with = with, .count = MANY};

    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        t.mode = modes[i];
        try_one(&t);
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
        trial t = {.with = with, .parameters = shapes[i].parameters};
        if (shapes[i].p != p)
            continue;
        qdr_test_ok(qdr_kernel_find(shapes[i].algorithm, &t.kernel, &error));
        for (t.count = 1; t.count <= MANY; t.count += MANY - 1)
            try_one(&t);
        t.count = MANY;
        t.root = qdr_collective_has_root(t.kernel->collective) ? p / 2 : 0;
        try_one(&t);
    }
}

static void try_combiner(const combiner *with)
{
    for (int k = 0; k < qdr_kernel_count(); k++) {
        const qdr_kernel *kernel = qdr_kernel_at(k);
        if (!qdr_collective_combines(kernel->collective) ||
            (kernel->flags & QDR_COMMUTATIVE) != 0)
            continue;
        try_algorithm(kernel, with);
        try_modes(kernel, with);
    }
    try_shapes(with);
}

void qdr_test_run(void)
{
    combiner matrices = {.element_bytes = sizeof(matrix), .fill = fill_matrix};
    combiner texts = {.element_bytes = TEXT, .fill = fill_text};

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
