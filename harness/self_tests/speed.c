/* harness/self_tests/speed.c -- see speed.h. */
#include "harness/self_tests/speed.h"

#include <malloc.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_TURNS = 1000, WARM_UP = 1000 /* calls, at most */ };

/* What a row prints. */
typedef struct figure {
    double ours, other; /* NAN: none */
} figure;

qdr_speed_state qdr_speed;

int qdr_speed_execute(void)
{
    return qdr_plan_execute(qdr_speed.plan, qdr_speed.send, qdr_speed.receive,
                            &qdr_speed.error);
}

static void require(int status)
{
    if (status == 0)
        return;
    fprintf(stderr, "quadrille bench self: %s\n", qdr_speed.error.text);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

/* Time, or the memory in use. */
static double now(const char *unit)
{
    struct mallinfo2 memory;

    if (strcmp(unit, "bytes") != 0)
        return MPI_Wtime() * (strcmp(unit, "ns") == 0 ? 1e9 : 1e6);
    memory = mallinfo2();
    return (double)memory.uordblks + (double)memory.hblkhd;
}

/* Of a call, in a turn. */
static double measure(const qdr_speed_method *by, qdr_speed_call *call,
                      int count)
{
    double begin, mean;

    if (call == NULL)
        return NAN;
    PMPI_Barrier(MPI_COMM_WORLD);
    begin = now(by->unit);
    for (qdr_speed.number = 0; qdr_speed.number < count; qdr_speed.number++)
        require(call());
    mean = (now(by->unit) - begin) / count;
    if (by->clear != NULL)
        by->clear();
    return mean;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static figure report(const qdr_speed_method *by, double *ours, double *other)
{
    const int n = by->turns;
    /* The rank of the order statistic that bounds the median. */
    const int low = (int)((n - 1.96 * sqrt(n)) / 2);

    for (int i = 0; i < n; i++)
        if (by->report == QDR_DIFFERENCE)
            ours[i] -= other[i];
        else if (by->report == QDR_LOW_RATIO)
            ours[i] /= other[i];
    qsort(ours, (size_t)n, sizeof *ours, compare);
    qsort(other, (size_t)n, sizeof *other, compare);
    switch (by->report) {
    case QDR_DIFFERENCE:
        return (figure){ours[n / 2], other[n / 2]};
    case QDR_LOW_RATIO:
        return (figure){ours[low], NAN};
    default:
        return (figure){ours[0], other[0]};
    }
}

static figure run(const qdr_speed_row *row, int bytes)
{
    static double ours[MAX_TURNS], other[MAX_TURNS];
    const qdr_speed_method *by = row->by;

    qdr_speed.bytes = bytes;
    qdr_speed.algorithm = row->algorithm;
    if (row->prepare != NULL)
        require(row->prepare());
    /* The first turn warms up. Neither way is always first. */
    for (int turn = -1; turn < by->turns; turn++) {
        int at = turn < 0 ? 0 : turn;
        int count = turn < 0 && by->calls > WARM_UP ? WARM_UP : by->calls;
        if (turn % 2 == 0)
            ours[at] = measure(by, row->ours, count);
        other[at] = measure(by, row->other, count);
        if (turn % 2 != 0)
            ours[at] = measure(by, row->ours, count);
    }
    qdr_plan_free(&qdr_speed.plan);
    return report(by, ours, other);
}

/* What there is not stays empty. */
static void print(const char *quantity, int bytes, figure is, const char *unit,
                  double max)
{
    int digits = strcmp(unit, "bytes") == 0 ? 0 : 3;

    if (qdr_speed.rank != 0)
        return;
    for (; *quantity != '\0'; quantity++)
        if (*quantity == '#')
            printf("%d", qdr_speed.num_procs);
        else
            putchar(*quantity);
    printf(bytes > 0 ? "|%d|" : "||", bytes);
    printf("%.*f|", digits, is.ours);
    if (!isnan(is.other))
        printf("%.*f", digits, is.other);
    printf(max > 0 ? "|%s|%g\n" : "|%s|\n", unit, max);
}

static void run_lengths(const qdr_speed_row *row)
{
    const int *lengths = row->by->lengths;
    double sum = 0;
    int n = 0;

    do {
        figure is = run(row, lengths[n]);
        print(row->quantity, lengths[n], is, row->by->unit, row->max);
        sum += log(is.ours / is.other);
        n++;
    } while (n < QDR_SPEED_LENGTHS && lengths[n] > 0);
    if (row->mean != NULL)
        print(row->mean, 0, (figure){exp(sum / n), 1}, "ratio", 0);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &qdr_speed.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &qdr_speed.num_procs);
    qdr_speed.send = calloc((size_t)qdr_speed.num_procs, QDR_SPEED_LONGEST);
    qdr_speed.receive = calloc((size_t)qdr_speed.num_procs, QDR_SPEED_LONGEST);
    if (qdr_speed.send == NULL || qdr_speed.receive == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (const qdr_speed_row *row = qdr_speed_rows; row->quantity != NULL;
         row++)
        if (qdr_speed.num_procs <= row->by->max_procs)
            run_lengths(row);
    free(qdr_speed.send);
    free(qdr_speed.receive);
    MPI_Finalize();
    return 0;
}
