/* harness/self_tests/speed.h -- programs whose rows `bench self` prints.
 *
 * A program is a table of rows, which speed.c measures one after the other: it
 * prepares, times the calls turn by turn, and releases. Prints a line for each
 * row and length: quantity|bytes|ours|other|unit|limit.
 */
#ifndef QUADRILLE_HARNESS_SELF_TESTS_SPEED_H
#define QUADRILLE_HARNESS_SELF_TESTS_SPEED_H

#include <mpi.h>

#include "kernels/quadrille.h"

enum { QDR_SPEED_LENGTHS = 6, QDR_SPEED_LONGEST = 1 << 17 };

/* What is printed of the turns. */
typedef enum qdr_speed_report {
    QDR_FASTEST,    /* of each; other work on the machine only adds time */
    QDR_DIFFERENCE, /* the median of ours - other; and of the other */
    QDR_LOW_RATIO   /* ours / other: low end of the median's 95% interval */
} qdr_speed_report;

/* A call returns 0, as MPI's and the library's do; MPI's that fail abort. */
typedef int qdr_speed_call(void);

/* How calls are measured. */
typedef struct qdr_speed_method {
    const char *unit; /* of a call: "ns", "us", "ratio" or "bytes" */
    int max_procs;    /* on more ranks there is no such row */
    int turns, calls; /* odd turns have a median; calls of a turn */
    qdr_speed_report report;
    int lengths[QDR_SPEED_LENGTHS]; /* up to the first 0; none: one row */
    void (*clear)(void);            /* after each turn; or NULL */
} qdr_speed_method;

/* A row of the table that a program of `bench self` prints. */
typedef struct qdr_speed_row {
    const char *quantity; /* '#' is the number of ranks */
    const qdr_speed_method *by;
    qdr_speed_call *prepare;      /* for each length; or NULL */
    qdr_speed_call *ours, *other; /* they take turns; other: or NULL */
    const char *algorithm;        /* for `prepare` */
    const char *mean;             /* of a row for all lengths; or NULL */
    double max;                   /* 0: no limit */
} qdr_speed_row;

/* The program's; the last row has no quantity. */
extern const qdr_speed_row qdr_speed_rows[];

/* What calls work on. `prepare` may set the plan, which is freed after the
 * row. */
typedef struct qdr_speed_state {
    int rank, num_procs, bytes;
    int number; /* of the call in its turn, from 0 */
    const char *algorithm;
    char *send, *receive; /* QDR_SPEED_LONGEST bytes for each rank */
    qdr_plan *plan;
    qdr_error error; /* of a call that fails */
} qdr_speed_state;

extern qdr_speed_state qdr_speed;

/* qdr_speed_execute executes the plan. */
int qdr_speed_execute(void);

#endif
