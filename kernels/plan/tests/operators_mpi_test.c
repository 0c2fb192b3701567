/* kernels/plan/tests/operators_mpi_test.c -- MPI's operators on types of every
 * kind, and a user's operator, against MPI's own allreduce.
 */
#include <complex.h>
#include <math.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "kernels/plan/testing/ranks.h"
#include "kernels/quadrille.h"

enum { MANY = 1000 };

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

/* Into `ours`, by a plan. */
static void combine(const char *algorithm, const qdr_plan_options *options,
                    const void *send, void *ours, int count, MPI_Datatype type,
                    MPI_Op op)
{
    qdr_plan *made = NULL;

    qdr_test_ok(qdr_plan_allreduce(&made, algorithm, options, count, type, op,
                                   MPI_COMM_WORLD, &cause));
    qdr_test_ok(qdr_plan_execute(made, send, ours, &cause));
    qdr_plan_free(&made);
}

/* Ones and twos: no order of sums or products has a rounding. */
#define TRY_TYPE(c_type, mpi_type, num_ops)                                    \
    do {                                                                       \
        c_type send[37], ours[37], theirs[37];                                 \
        for (int i = 0; i < 37; i++)                                           \
            send[i] = (c_type)((rank * 3 + i) % 2 + 1);                        \
        qdr_test_about(#mpi_type);                                             \
        for (int o = 0; o < (num_ops); o++) {                                  \
            MPI_Allreduce(send, theirs, 37, mpi_type, ops[o], MPI_COMM_WORLD); \
            combine(NULL, NULL, send, ours, 37, mpi_type, ops[o]);             \
            for (int i = 0; i < 37; i++)                                       \
                qdr_test_expect(ours[i] == theirs[i], "as MPI's own");         \
        }                                                                      \
    } while (0)

static void try_types(void)
{
    const MPI_Op ops[] = {MPI_SUM,  MPI_PROD, MPI_MIN, MPI_MAX, MPI_LAND,
                          MPI_LXOR, MPI_BAND, MPI_BOR, MPI_BXOR};
    enum { COMPLEX = 2, NUMBERS = 4, ALL = 9 };

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
static void try_pairs(void)
{
    int send[2] = {(rank * 5 + 3) % p, rank}, ours[2] = {-1, -1}, theirs[2];

    MPI_Allreduce(send, theirs, 1, MPI_2INT, MPI_MAXLOC, MPI_COMM_WORLD);
    combine(NULL, NULL, send, ours, 1, MPI_2INT, MPI_MAXLOC);
    qdr_test_expect(ours[0] == theirs[0] && ours[1] == theirs[1], "MPI_2INT");
}

/* If the order of operands matters, as for NaN and -0, every rank still has the
 * same bits. */
static void try_same_bits(const char *algorithm,
                          const qdr_plan_options *options)
{
    double send[3] = {rank % 2 == 0 ? (double)NAN : (double)rank,
                      rank % 2 == 0 ? -0.0 : 0.0, 1.0 / (1 + rank)};
    double ours[3] = {0}, first[3];
    const MPI_Op ops[] = {MPI_MAX, MPI_MIN, MPI_SUM};

    for (int o = 0; o < 3; o++) {
        combine(algorithm, options, send, ours, 3, MPI_DOUBLE, ops[o]);
        memcpy(first, ours, sizeof first);
        MPI_Bcast(first, sizeof first, MPI_BYTE, 0, MPI_COMM_WORLD);
        qdr_test_expect(memcmp(first, ours, sizeof first) == 0, "the bits");
    }
}

/* By auto, and in groups of any size in every mode. */
static void try_all_same_bits(void)
{
    static const char *const modes[] = {"synchronous", "posted",     "window:1",
                                        "posted_all",  "persistent", "paced:8",
                                        "dataflow"};

    try_same_bits(NULL, NULL);
    for (int radix = 2; radix <= p && radix <= 8; radix++)
        for (size_t m = 0; m < sizeof modes / sizeof *modes; m++) {
            char text[16];
            const qdr_plan_options options = {
                .size = sizeof options, .mode = modes[m], .parameters = text};
            snprintf(text, sizeof text, "radix=%d", radix);
            try_same_bits("allreduce_multiplied", &options);
        }
}

/* Within the error of another order of summing: p ranks, each sum has at most
 * p roundings of half an ulp. */
static void try_rounding(void)
{
    static double send[MANY], ours[MANY], theirs[MANY];
    MPI_Op op;

    for (int i = 0; i < MANY; i++)
        send[i] = 1.0 / (1 + rank + i);
    for (int user = 0; user < 2; user++) {
        if (user)
            MPI_Op_create(farther, 1, &op);
        else
            op = MPI_SUM;
        MPI_Allreduce(send, theirs, MANY, MPI_DOUBLE, op, MPI_COMM_WORLD);
        combine("combine_to_all_hybrid", NULL, send, ours, MANY, MPI_DOUBLE,
                op);
        for (int i = 0; i < MANY; i++) {
            double off = ours[i] - theirs[i];
            double max = user ? 0 : theirs[i] * p * 2.3e-16;
            qdr_test_expect(off <= max && off >= -max, "the rounding");
        }
        if (user)
            MPI_Op_free(&op);
    }
}

void qdr_test_run(void)
{
    try_types();
    try_pairs();
    try_all_same_bits();
    try_rounding();
}
