/* kernels/kernel.h -- the row that describes an algorithm.
 *
 * Each algorithm has a file <collective>_<algorithm>.c, which ends with its
 * row, and one line in kernels.def. Its name is written
 * once, in the row; command line, configs, tests, legends and documents read
 * it here.
 */
#ifndef QUADRILLE_KERNELS_KERNEL_H
#define QUADRILLE_KERNELS_KERNEL_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "kernels/core/cost.h"
#include "kernels/core/mode.h"
#include "kernels/core/parameter.h"
#include "kernels/core/pattern.h"
#include "kernels/core/placement.h"
#include "kernels/core/problem.h"
#include "kernels/core/schedule.h"

/* How a row turns its input into communication. */
typedef enum qdr_kind {
    QDR_DIRECT,    /* every message goes straight from source to destination */
    QDR_COMBINING, /* ranks forward what they received */
    QDR_DYNAMIC,   /* decided at run time: no schedule */
    QDR_LIBRARY,   /* means of the MPI library, to compare with */
    QDR_NUM_KINDS
} qdr_kind;

/* Flags: what an algorithm needs or promises; enforced before anything runs. */
enum {
    QDR_ONE_PORT = 1 << 0,    /* in a round a rank sends and receives at most
                                 once */
    QDR_GLOBAL = 1 << 1,      /* needs the whole pattern, not only the rank's
                                 row and column */
    QDR_COMPLETE = 1 << 2,    /* needs a complete exchange of equal messages */
    QDR_REAL_MPI = 1 << 3,    /* uses what simulated machines have not */
    QDR_NO_PLAN = 1 << 4,     /* can be called without planning */
    QDR_SEEDED = 1 << 5,      /* randomised: another seed, another exchange */
    QDR_LENGTHS = 1 << 6,     /* needs messages that are lengths */
    QDR_COMMUTATIVE = 1 << 7, /* needs an operator that commutes */
    QDR_NUM_FLAGS = 8
};

/* When a row's cost formula equals the cost of its schedule; it is an upper
 * bound otherwise. */
typedef enum qdr_exactness {
    QDR_EXACT,
    QDR_EXACT_FOR_POW2,  /* p = 2^k */
    QDR_EXACT_FOR_EQUAL, /* root 0, and p parts of one length */
    QDR_BOUND
} qdr_exactness;

/* A collective of the MPI library that a row calls: what may be chosen for it
 * when the ranks are started (mpi_library/library_selector.h). */
typedef struct qdr_library_call {
    const char *name;              /* "allgatherv", as options have it */
    bool is_simulated;             /* simulated machines offer a choice, too */
    const char *const *algorithms; /* Open MPI's, ended by NULL; or NULL */
} qdr_library_call;

/* Of an assignment of messages to rounds; see qdr_schedule. */
typedef struct qdr_assigned {
    int64_t num_rounds, num_looks;
} qdr_assigned;

typedef struct qdr_kernel {
    const char *name;  /* as users write it, "ps" */
    const char *alias; /* the paper's name, accepted as well; or NULL */
    const char *label; /* as legends write it, "PS (pairwise)" */
    qdr_collective collective;
    qdr_kind kind;
    const char *paper;   /* bib key */
    const char *section; /* "4.2" */
    unsigned flags;
    const qdr_parameter *parameters; /* ended by one without a name; NULL: none
                                      */
    qdr_mode mode;                   /* the paper's own; zeroed: synchronous */
    qdr_exactness exactness;         /* of the cost formula */

    bool is_printed_by_receiver; /* `i <- j`, as ponnusamy1992, Table 1 */

    /* A row whose round is a function of source and destination gives that
     * function; its schedule and its cost follow. */
    const qdr_round_rule *rounds;

    /* Any other row with a schedule gives cost, its formula, evaluated from
     * what the problem counts, and one of these two. assign writes the round,
     * from 0, of each message of the pattern, -1 for a diagonal entry, and
     * what else the schedule must know; build makes the whole schedule. */
    qdr_status (*assign)(const qdr_problem *problem, int64_t *round,
                         qdr_assigned *out_assigned, qdr_error *error);
    qdr_status (*build)(const qdr_problem *problem, qdr_schedule *schedule,
                        qdr_error *error);
    qdr_cost (*cost)(const qdr_pattern_stats *stats);

    /* In place of cost, where more is needed. */
    qdr_status (*problem_cost)(const qdr_problem *problem, qdr_cost *out_cost,
                               qdr_error *error);

    /* Of a row with the parameter `selector`: the MPI library's collectives
     * that it calls, first that of parts of one length, ended by one without a
     * name; else NULL. */
    const qdr_library_call *calls;

    /* Refuses a problem that the row's parameters do not fit, with what does;
     * NULL: they fit any. */
    qdr_status (*check)(const struct qdr_kernel *kernel,
                        const qdr_problem *problem, qdr_error *error);
} qdr_kernel;

/* qdr_kernel_count returns the number of rows. */
int qdr_kernel_count(void);

/* qdr_kernel_at returns row `index`, 0 <= index < qdr_kernel_count(), in the
 * order of kernels.def. The row is constant and lives for ever. */
const qdr_kernel *qdr_kernel_at(int index);

/* qdr_kernel_find sets *out_kernel to the algorithm whose name or alias is
 * `name`, or fails with a line that lists the names. */
qdr_status qdr_kernel_find(const char *name, const qdr_kernel **out_kernel,
                           qdr_error *error);

/* qdr_kernel_is_restricted tells whether there are problems of its collective
 * that qdr_kernel_accepts refuses. */
bool qdr_kernel_is_restricted(const qdr_kernel *kernel);

/* qdr_kernel_accepts fails with QDR_ERROR_INPUT and the reason if the row's
 * needs are not met by the problem's pattern, or by its vector. */
qdr_status qdr_kernel_accepts(const qdr_kernel *kernel,
                              const qdr_problem *problem, qdr_error *error);

/* qdr_kernel_has_schedule tells whether the row makes one: it is direct or
 * combining. */
bool qdr_kernel_has_schedule(const qdr_kernel *kernel);

/* qdr_kernel_is_simulated tells whether the row runs on every simulated
 * machine, too: those have no MPI library with means of its own. Rows with
 * `calls` run on some. */
bool qdr_kernel_is_simulated(const qdr_kernel *kernel);

/* qdr_kernel_layout returns how the row's messages are placed: in slots for a
 * complete exchange, else packed. */
qdr_layout qdr_kernel_layout(const qdr_kernel *kernel);

/* qdr_kernel_build makes the schedule of `problem`, if the row accepts it and
 * has one. Release it with qdr_schedule_cleanup. */
qdr_status qdr_kernel_build(const qdr_kernel *kernel,
                            const qdr_problem *problem, qdr_schedule *schedule,
                            qdr_error *error);

/* qdr_kernel_defaults returns `problem` with the row's presets, put into
 * `room`, if it has no values. */
qdr_problem qdr_kernel_defaults(const qdr_kernel *kernel,
                                const qdr_problem *problem, qdr_values *room);

/* qdr_kernel_cost evaluates the row's cost formula from the problem, without
 * a schedule; kernels_test holds it against qdr_cost_of_schedule. Not for a
 * row without a schedule, whose cost nobody knows before. */
qdr_status qdr_kernel_cost(const qdr_kernel *kernel, const qdr_problem *problem,
                           qdr_cost *out_cost, qdr_error *error);

/* qdr_kernel_print_limits writes the row's flags as words joined by ';':
 * "one_port;global". */
void qdr_kernel_print_limits(const qdr_kernel *kernel, FILE *to);

/* qdr_kind_string returns the word for a kind: "direct". */
const char *qdr_kind_string(qdr_kind kind);

#endif
