/* kernels/messaging/agreement_test.c -- the line that the ranks agree on. */
#include "kernels/messaging/agreement.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static int rank, p, num_wrong;

/* Ranks `first` to `last` fail with the line; all must get `expected`. */
static void try_line(int first, int last, const char *line,
                     const char *expected)
{
    bool fails = rank >= first && rank <= last;
    qdr_error error = {"what was there before"};
    qdr_status status =
        fails ? qdr_fail(&error, QDR_ERROR_MEMORY, "%s", line) : QDR_OK;

    status = qdr_agree(MPI_COMM_WORLD, status, &error);
    if (status == QDR_ERROR_MEMORY && strcmp(error.text, expected) == 0)
        return;
    fprintf(stderr, "rank %d of %d: status %d, '%s', expected '%s'\n", rank, p,
            (int)status, error.text, expected);
    num_wrong++;
}

int main(int argc, char **argv)
{
    char expected[64], own[64];
    int last;
    qdr_error error = {"untouched"};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    last = p - 1;
    if (qdr_agree(MPI_COMM_WORLD, QDR_OK, &error) != QDR_OK ||
        strcmp(error.text, "untouched") != 0)
        num_wrong++;
    /* An error that all ranks find names no rank. */
    try_line(0, last, "full", "full");
    snprintf(own, sizeof own, "full on %d", rank);
    try_line(0, last, own, p == 1 ? "full on 0" : "rank 0: full on 0");
    if (p > 1) {
        snprintf(expected, sizeof expected, "rank %d: full", last);
        try_line(last, last, "full", expected);
        try_line(1, last, own, "rank 1: full on 1");
        /* The line names the rank itself; another number does not. */
        snprintf(expected, sizeof expected, "rank %d is full", last);
        try_line(last, last, expected, expected);
        snprintf(expected, sizeof expected, "rank %d: rank %d5 is full", last,
                 last);
        snprintf(own, sizeof own, "rank %d5 is full", last);
        try_line(last, last, own, expected);
    }
    MPI_Allreduce(MPI_IN_PLACE, &num_wrong, 1, MPI_INT, MPI_SUM,
                  MPI_COMM_WORLD);
    MPI_Finalize();
    return num_wrong > 0;
}
