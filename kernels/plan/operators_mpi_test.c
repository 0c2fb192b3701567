/* kernels/plan/operators_mpi_test.c -- a sum, product, least and largest of
 * every type of number, and a user's operator, against MPI's own.
 */
#include <mpi.h>
#include <stdio.h>

#include "kernels/quadrille.h"

enum { MANY = 1000 };

static int num_wrong;

/* What a user may make: the larger absolute value, which commutes. */
static void farther(void *in, void *inout, int *count, MPI_Datatype *type)
{
    const double *from = in;
    double *into = inout;

    (void)type;
    for (int i = 0; i < *count; i++)
        if (from[i] * from[i] > into[i] * into[i])
            into[i] = from[i];
}

#define TRY_TYPE(c_type, mpi_type)                                             \
    do {                                                                       \
        c_type send[37], ours[37], theirs[37];                                 \
        for (int i = 0; i < 37; i++)                                           \
            send[i] = (c_type)((rank * 3 + i) % 5 + 1);                        \
        for (size_t o = 0; o < sizeof ops / sizeof *ops; o++) {                \
            qdr_plan *made = NULL;                                             \
            MPI_Allreduce(send, theirs, 37, mpi_type, ops[o], MPI_COMM_WORLD); \
            if (qdr_plan_allreduce(&made, NULL, NULL, 37, mpi_type, ops[o],    \
                                   MPI_COMM_WORLD, &error) != QDR_OK ||        \
                qdr_plan_execute(made, send, ours, &error) != QDR_OK) {        \
                fprintf(stderr, "%s: %s\n", #mpi_type, error.text);            \
                num_wrong++;                                                   \
            } else {                                                           \
                for (int i = 0; i < 37; i++)                                   \
                    num_wrong += ours[i] != theirs[i];                         \
            }                                                                  \
            qdr_plan_free(&made);                                              \
        }                                                                      \
    } while (0)

/* Small whole numbers: floating point has no rounding then, but of products of
 * 16 ranks and more. */
static void try_types(int rank)
{
    const MPI_Op ops[] = {MPI_SUM, MPI_MIN, MPI_MAX, MPI_PROD};
    qdr_error error = {""};

    TRY_TYPE(signed char, MPI_SIGNED_CHAR);
    TRY_TYPE(unsigned char, MPI_UNSIGNED_CHAR);
    TRY_TYPE(short, MPI_SHORT);
    TRY_TYPE(unsigned short, MPI_UNSIGNED_SHORT);
    TRY_TYPE(int, MPI_INT);
    TRY_TYPE(unsigned, MPI_UNSIGNED);
    TRY_TYPE(long, MPI_LONG);
    TRY_TYPE(unsigned long, MPI_UNSIGNED_LONG);
    TRY_TYPE(long long, MPI_LONG_LONG);
    TRY_TYPE(unsigned long long, MPI_UNSIGNED_LONG_LONG);
    TRY_TYPE(long double, MPI_LONG_DOUBLE);
}

/* Within the error of another order of summing: p ranks, each sum has at most
 * p roundings of half an ulp. */
static void try_rounding(int rank, int p)
{
    static double send[MANY], ours[MANY], theirs[MANY];
    MPI_Op op;
    qdr_error error = {""};

    for (int i = 0; i < MANY; i++)
        send[i] = 1.0 / (1 + rank + i);
    for (int user = 0; user < 2; user++) {
        qdr_plan *made = NULL;
        if (user)
            MPI_Op_create(farther, 1, &op);
        else
            op = MPI_SUM;
        MPI_Allreduce(send, theirs, MANY, MPI_DOUBLE, op, MPI_COMM_WORLD);
        if (qdr_plan_allreduce(&made, "combine_to_all_hybrid", NULL, MANY,
                               MPI_DOUBLE, op, MPI_COMM_WORLD,
                               &error) != QDR_OK ||
            qdr_plan_execute(made, send, ours, &error) != QDR_OK) {
            fprintf(stderr, "rounding: %s\n", error.text);
            num_wrong++;
        }
        for (int i = 0; i < MANY; i++) {
            double off = ours[i] - theirs[i];
            double most = user ? 0 : theirs[i] * p * 2.3e-16;
            num_wrong += off > most || off < -most;
        }
        qdr_plan_free(&made);
        if (user)
            MPI_Op_free(&op);
    }
}

int main(int argc, char **argv)
{
    int rank, p;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    try_types(rank);
    try_rounding(rank, p);
    MPI_Allreduce(MPI_IN_PLACE, &num_wrong, 1, MPI_INT, MPI_SUM,
                  MPI_COMM_WORLD);
    MPI_Finalize();
    return num_wrong > 0;
}
