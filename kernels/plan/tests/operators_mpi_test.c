/* kernels/plan/tests/operators_mpi_test.c -- MPI's operators on types of every
 * kind, and a user's operator, against MPI's own allreduce.
 */
#include <complex.h>
#include <math.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "kernels/quadrille.h"

enum { MANY = 1000 };

static int num_wrong;

/* A user's operator: the larger absolute value, which commutes. */
static void farther(void *in, void *inout, int *count, MPI_Datatype *type)
{
    const double *from = in;
    double *into = inout;

    (void)type;
    for (int i = 0; i < *count; i++)
        if (from[i] * from[i] > into[i] * into[i])
            into[i] = from[i];
}

/* Ones and twos: no order of sums or products has a rounding. */
#define TRY_TYPE(c_type, mpi_type, num_ops)                                    \
    do {                                                                       \
        c_type send[37], ours[37], theirs[37];                                 \
        for (int i = 0; i < 37; i++)                                           \
            send[i] = (c_type)((rank * 3 + i) % 2 + 1);                        \
        for (int o = 0; o < (num_ops); o++) {                                  \
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

static void try_types(int rank)
{
    const MPI_Op ops[] = {MPI_SUM,  MPI_PROD, MPI_MIN, MPI_MAX, MPI_LAND,
                          MPI_LXOR, MPI_BAND, MPI_BOR, MPI_BXOR};
    enum { COMPLEX = 2, NUMBERS = 4, ALL = 9 };
    qdr_error error = {""};

    TRY_TYPE(signed char, MPI_SIGNED_CHAR, ALL);
    TRY_TYPE(unsigned char, MPI_UNSIGNED_CHAR, ALL);
    TRY_TYPE(short, MPI_SHORT, ALL);
    TRY_TYPE(unsigned short, MPI_UNSIGNED_SHORT, ALL);
    TRY_TYPE(int, MPI_INT, ALL);
    TRY_TYPE(unsigned, MPI_UNSIGNED, ALL);
    TRY_TYPE(long, MPI_LONG, ALL);
    TRY_TYPE(unsigned long, MPI_UNSIGNED_LONG, ALL);
    TRY_TYPE(long long, MPI_LONG_LONG, ALL);
    TRY_TYPE(unsigned long long, MPI_UNSIGNED_LONG_LONG, ALL);
    TRY_TYPE(int8_t, MPI_INT8_T, ALL);
    TRY_TYPE(uint16_t, MPI_UINT16_T, ALL);
    TRY_TYPE(int32_t, MPI_INT32_T, ALL);
    TRY_TYPE(uint64_t, MPI_UINT64_T, ALL);
    TRY_TYPE(float, MPI_FLOAT, NUMBERS);
    TRY_TYPE(double, MPI_DOUBLE, NUMBERS);
    TRY_TYPE(long double, MPI_LONG_DOUBLE, NUMBERS);
    TRY_TYPE(double complex, MPI_C_DOUBLE_COMPLEX, COMPLEX);
}

/* The max, and its rank. */
static void try_pairs(int rank, int p)
{
    int send[2] = {(rank * 5 + 3) % p, rank}, ours[2] = {-1, -1}, theirs[2];
    qdr_plan *made = NULL;
    qdr_error error = {""};

    MPI_Allreduce(send, theirs, 1, MPI_2INT, MPI_MAXLOC, MPI_COMM_WORLD);
    if (qdr_plan_allreduce(&made, NULL, NULL, 1, MPI_2INT, MPI_MAXLOC,
                           MPI_COMM_WORLD, &error) != QDR_OK ||
        qdr_plan_execute(made, send, ours, &error) != QDR_OK)
        fprintf(stderr, "MPI_2INT: %s\n", error.text);
    num_wrong += ours[0] != theirs[0] || ours[1] != theirs[1];
    qdr_plan_free(&made);
}

/* If the order of operands matters, as for NaN and -0, every rank still has the
 * same bits. */
static void try_same_bits(int rank, const char *algorithm,
                          const qdr_plan_options *options)
{
    double send[3] = {rank % 2 == 0 ? (double)NAN : (double)rank,
                      rank % 2 == 0 ? -0.0 : 0.0, 1.0 / (1 + rank)};
    double ours[3] = {0}, first[3];
    const MPI_Op ops[] = {MPI_MAX, MPI_MIN, MPI_SUM};
    qdr_error error = {""};

    for (int o = 0; o < 3; o++) {
        qdr_plan *made = NULL;
        if (qdr_plan_allreduce(&made, algorithm, options, 3, MPI_DOUBLE, ops[o],
                               MPI_COMM_WORLD, &error) != QDR_OK ||
            qdr_plan_execute(made, send, ours, &error) != QDR_OK) {
            fprintf(stderr, "bits: %s\n", error.text);
            num_wrong++;
        }
        memcpy(first, ours, sizeof first);
        MPI_Bcast(first, sizeof first, MPI_BYTE, 0, MPI_COMM_WORLD);
        num_wrong += memcmp(first, ours, sizeof first) != 0;
        qdr_plan_free(&made);
    }
}

/* By auto, and in groups of any size in every mode. */
static void try_all_same_bits(int rank, int p)
{
    static const char *const modes[] = {"synchronous", "posted",     "window:1",
                                        "posted_all",  "persistent", "paced:8",
                                        "dataflow"};

    try_same_bits(rank, NULL, NULL);
    for (int radix = 2; radix <= p && radix <= 8; radix++)
        for (size_t m = 0; m < sizeof modes / sizeof *modes; m++) {
            char text[16];
            const qdr_plan_options options = {.size = sizeof(qdr_plan_options),
                                              .mode = modes[m],
                                              .parameters = text};
            snprintf(text, sizeof text, "radix=%d", radix);
            try_same_bits(rank, "allreduce_multiplied", &options);
        }
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
            double max = user ? 0 : theirs[i] * p * 2.3e-16;
            num_wrong += off > max || off < -max;
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
    try_pairs(rank, p);
    try_all_same_bits(rank, p);
    try_rounding(rank, p);
    MPI_Allreduce(MPI_IN_PLACE, &num_wrong, 1, MPI_INT, MPI_SUM,
                  MPI_COMM_WORLD);
    MPI_Finalize();
    return num_wrong > 0;
}
