/* kernels/plan/signature_mpi_test.c -- equal data by different types.
 *
 * Types that describe the same sequence of MPI's types have one signature, and
 * others another one. Ranks that describe their data by different types get the
 * right data, and those whose data differ get an error.
 */
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "kernels/plan/signature.h"
#include "kernels/plan/testing/ranks.h"
#include "kernels/quadrille.h"

enum { WIDTH = 4, MAX_PROCS = 16 };

static int rank, p;

/* Of a type that is used up. */
static int64_t signature_of(MPI_Datatype type, int64_t count)
{
    int64_t hash = 0;
    qdr_error error = {""};

    qdr_test_expect(qdr_signature_of(type, count, &hash, &error) == QDR_OK,
                    "made", &error);
    MPI_Type_free(&type);
    return hash;
}

/* Two elements, at these places. */
static MPI_Datatype pair_of(MPI_Datatype first, MPI_Datatype second,
                            MPI_Aint at_first, MPI_Aint at_second)
{
    MPI_Datatype made;

    MPI_Type_create_struct(2, (int[]){1, 1}, (MPI_Aint[]){at_first, at_second},
                           (MPI_Datatype[]){first, second}, &made);
    return made;
}

/* The simulator's MPI describes a struct as MPI_CHAR, and makes resized types
 * and subarrays of structs. */
static bool describes_structs(void)
{
    int integers, addresses, types, combiner;
    MPI_Datatype made = pair_of(MPI_INT, MPI_INT, 0, sizeof(int));

    MPI_Type_get_envelope(made, &integers, &addresses, &types, &combiner);
    MPI_Type_free(&made);
    return combiner == MPI_COMBINER_STRUCT;
}

/* Four MPI_INT by every constructor. */
static void try_constructors(void)
{
    static const int whole[] = {6, 2}, part[] = {2, 2}, from[] = {4, 0};
    static const int lengths[] = {1, 3}, places[] = {0, 1}, even[] = {0, 2};
    const MPI_Aint bytes[] = {0, sizeof(int)}, halves[] = {0, 2 * sizeof(int)};
    const MPI_Datatype ints[] = {MPI_INT, MPI_INT};
    MPI_Datatype made[13], half, gap;
    const qdr_error none = {""};
    int num = 0;

    MPI_Type_contiguous(2, MPI_INT, &half);
    MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &gap);
    MPI_Type_contiguous(WIDTH, MPI_INT, &made[num++]);
    MPI_Type_contiguous(2, half, &made[num++]);
    MPI_Type_contiguous(2, MPI_2INT, &made[num++]);
    MPI_Type_dup(made[0], &made[num++]);
    MPI_Type_vector(2, 2, 2, MPI_INT, &made[num++]);
    MPI_Type_create_hvector(2, 1, 2 * sizeof(int), half, &made[num++]);
    MPI_Type_indexed(2, lengths, places, MPI_INT, &made[num++]);
    MPI_Type_create_hindexed(2, lengths, bytes, MPI_INT, &made[num++]);
    MPI_Type_create_indexed_block(2, 2, even, MPI_INT, &made[num++]);
    MPI_Type_create_hindexed_block(2, 2, halves, MPI_INT, &made[num++]);
    if (describes_structs()) {
        MPI_Type_create_struct(2, lengths, bytes, ints, &made[num++]);
        MPI_Type_create_resized(made[0], 0, WIDTH * sizeof(int), &made[num++]);
        MPI_Type_create_subarray(2, whole, part, from, MPI_ORDER_C, MPI_INT,
                                 &made[num++]);
    }
    for (int i = num - 1; i >= 0; i--) {
        MPI_Datatype flat;
        MPI_Type_contiguous(12, MPI_INT, &flat);
        if (signature_of(made[i], 3) != signature_of(flat, 1)) {
            fprintf(stderr, "rank %d of %d: constructor %d\n", rank, p, i);
            qdr_test_count_wrong(1);
        }
    }
    MPI_Type_contiguous(2, gap, &made[0]);
    MPI_Type_dup(half, &made[1]);
    qdr_test_expect(signature_of(made[0], 1) != signature_of(made[1], 1),
                    "a gap is seen", &none);
    MPI_Type_free(&half);
    MPI_Type_free(&gap);
}

static void try_differences(void)
{
    const int64_t many = (int64_t)1 << 40;
    const qdr_error none = {""};
    MPI_Datatype four, one, own;

    MPI_Type_contiguous(WIDTH, MPI_INT, &four);
    MPI_Type_dup(MPI_INT, &one);
    qdr_test_expect(signature_of(four, many) == signature_of(one, WIDTH * many),
                    "2^42 elements", &none);
    MPI_Type_contiguous(WIDTH, MPI_INT, &four);
    MPI_Type_contiguous(WIDTH, MPI_FLOAT, &one);
    qdr_test_expect(signature_of(four, 1) != signature_of(one, 1),
                    "another type", &none);
    if (!describes_structs())
        return;
    MPI_Type_dup(MPI_FLOAT_INT, &own);
    qdr_test_expect(signature_of(pair_of(MPI_FLOAT, MPI_INT, 0, 4), 3) ==
                        signature_of(own, 3),
                    "MPI_FLOAT_INT", &none);
    qdr_test_expect(signature_of(pair_of(MPI_FLOAT, MPI_INT, 0, 4), 3) !=
                        signature_of(pair_of(MPI_INT, MPI_FLOAT, 0, 4), 3),
                    "another order", &none);
    qdr_test_expect(signature_of(pair_of(MPI_INT, MPI_INT, 0, 4), 3) !=
                        signature_of(pair_of(MPI_INT, MPI_INT, 4, 0), 3),
                    "another order in memory", &none);
}

/* Odd ranks describe four MPI_INT as one element. */
typedef struct description {
    MPI_Datatype type;
    int64_t count, counts[MAX_PROCS];
} description;

static description describe(int64_t num_fours, MPI_Datatype four)
{
    description made = {.type = rank % 2 != 0 ? four : MPI_INT};

    for (int r = 0; r < p; r++)
        made.counts[r] = (r == 0 ? num_fours : 1) * (rank % 2 != 0 ? 1 : WIDTH);
    for (int r = 0; r < p; r++)
        made.count += made.counts[r];
    return made;
}

/* The parts are given, or follow from the elements. */
static void try_allgather(MPI_Datatype four, bool has_counts)
{
    const description own = describe(has_counts ? 2 : 1, four);
    int begin = (has_counts && rank > 0 ? rank + 1 : rank) * WIDTH;
    int num_own = has_counts && rank == 0 ? 2 * WIDTH : WIDTH;
    int num_all = (p + has_counts) * WIDTH;
    int send[2 * WIDTH], receive[(MAX_PROCS + 1) * WIDTH];
    qdr_plan *plan = NULL;
    qdr_error error = {""};

    for (int i = 0; i < num_own; i++)
        send[i] = 7 * (begin + i);
    memset(receive, 0, sizeof receive);
    qdr_test_expect(qdr_plan_allgather(&plan, NULL, NULL, own.count,
                                       has_counts ? own.counts : NULL, own.type,
                                       MPI_COMM_WORLD, &error) == QDR_OK &&
                        qdr_plan_execute(plan, send, receive, &error) == QDR_OK,
                    "gathered", &error);
    for (int i = 0; i < num_all; i++)
        qdr_test_count_wrong(receive[i] != 7 * i);
    qdr_plan_free(&plan);
}

static void try_root(MPI_Datatype four)
{
    const description own = describe(1, four);
    int there[MAX_PROCS * WIDTH], back[MAX_PROCS * WIDTH] = {0}, part[WIDTH];
    qdr_plan *scatter = NULL, *gather = NULL;
    qdr_error error = {""};

    for (int i = 0; i < p * WIDTH; i++)
        there[i] = 3 * i;
    qdr_test_expect(
        qdr_plan_scatter(&scatter, NULL, NULL, own.count, NULL, own.type, 0,
                         MPI_COMM_WORLD, &error) == QDR_OK &&
            qdr_plan_gather(&gather, NULL, NULL, own.count, own.counts,
                            own.type, 0, MPI_COMM_WORLD, &error) == QDR_OK &&
            qdr_plan_execute(scatter, there, part, &error) == QDR_OK &&
            qdr_plan_execute(gather, part, back, &error) == QDR_OK,
        "there and back", &error);
    qdr_test_count_wrong(part[0] != 3 * WIDTH * rank);
    qdr_test_count_wrong(rank == 0 &&
                         memcmp(there, back, (size_t)p * sizeof part) != 0);
    qdr_plan_free(&scatter);
    qdr_plan_free(&gather);
}

/* A user's sum of pairs. */
static void add_pairs(void *in, void *inout, int *count, MPI_Datatype *type)
{
    const double *from = in;
    double *into = inout;

    (void)type;
    for (int i = 0; i < 2 * *count; i++)
        into[i] += from[i];
}

/* Ranks may describe the element of a user's operator by different types. */
static void try_users_operator(void)
{
    double send[6], receive[6] = {0};
    qdr_plan *plan = NULL;
    qdr_error error = {""};
    MPI_Datatype pair;
    MPI_Op op;

    if (rank % 2 != 0)
        MPI_Type_contiguous(2, MPI_DOUBLE, &pair);
    else
        MPI_Type_vector(2, 1, 1, MPI_DOUBLE, &pair);
    MPI_Type_commit(&pair);
    MPI_Op_create(add_pairs, 1, &op);
    for (int i = 0; i < 6; i++)
        send[i] = rank + i;
    qdr_test_expect(qdr_plan_allreduce(&plan, NULL, NULL, 3, pair, op,
                                       MPI_COMM_WORLD, &error) == QDR_OK &&
                        qdr_plan_execute(plan, send, receive, &error) == QDR_OK,
                    "combined", &error);
    for (int i = 0; i < 6; i++)
        qdr_test_count_wrong(receive[i] != p * (p - 1) / 2.0 + p * i);
    qdr_plan_free(&plan);
    MPI_Op_free(&op);
    MPI_Type_free(&pair);
}

/* Refused, on every rank alike. */
static void refuse(qdr_status status, qdr_plan **plan, const qdr_error *error)
{
    qdr_test_expect(
        status == QDR_ERROR_INPUT && *plan == NULL &&
            strncmp(error->text,
                    "the ranks disagree about the types of the elements",
                    50) == 0,
        "refused", error);
    qdr_plan_free(plan);
}

static void try_refusals(void)
{
    const MPI_Datatype type = rank == p - 1 ? MPI_INT64_T : MPI_DOUBLE;
    const MPI_Comm all = MPI_COMM_WORLD;
    qdr_plan *plan = NULL;
    qdr_error error = {""};

    refuse(qdr_plan_allreduce(&plan, NULL, NULL, 9, type, MPI_SUM, all, &error),
           &plan, &error);
    refuse(qdr_plan_reduce(&plan, NULL, NULL, 9, type, MPI_SUM, 0, all, &error),
           &plan, &error);
    refuse(qdr_plan_reduce_scatter(&plan, NULL, NULL, 9, NULL, type, MPI_SUM,
                                   all, &error),
           &plan, &error);
    refuse(qdr_plan_allgather(&plan, NULL, NULL, 9, NULL, type, all, &error),
           &plan, &error);
    refuse(qdr_plan_scatter(&plan, NULL, NULL, 9, NULL, type, 0, all, &error),
           &plan, &error);
    refuse(qdr_plan_gather(&plan, NULL, NULL, 9, NULL, type, 0, all, &error),
           &plan, &error);
}

int main(int argc, char **argv)
{
    MPI_Datatype four;

    qdr_test_begin(&argc, &argv, &rank, &p);
    try_constructors();
    try_differences();
    MPI_Type_contiguous(WIDTH, MPI_INT, &four);
    MPI_Type_commit(&four);
    try_allgather(four, false);
    try_allgather(four, true);
    try_root(four);
    MPI_Type_free(&four);
    try_users_operator();
    if (p > 1)
        try_refusals();
    qdr_test_end();
    return qdr_test_status();
}
