/* kernels/kernel.h -- the description of an algorithm.
 *
 * Each algorithm has a file <collective>_<algorithm>.c, which ends with its
 * qdr_kernel, or a row of a table, *_table.c; and one line in kernels.def. Its
 * name is written once, there; command line, configs, tests, legends and
 * documents read it here.
 */
#ifndef QUADRILLE_KERNELS_KERNEL_H
#define QUADRILLE_KERNELS_KERNEL_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "kernels/core/problem/buffer_layout.h"
#include "kernels/core/problem/mode.h"
#include "kernels/core/problem/parameter.h"
#include "kernels/core/problem/pattern.h"
#include "kernels/core/problem/problem.h"
#include "kernels/core/schedule/cost.h"
#include "kernels/core/schedule/route.h"
#include "kernels/core/schedule/schedule.h"

/* How an algorithm turns its input into communication. */
typedef enum qdr_kind {
    QDR_DIRECT,    /* every message goes straight from source to destination */
    QDR_COMBINING, /* ranks forward what they received */
    QDR_SHARED,    /* nothing is sent: ranks of a node write to memory that they
                      share; the schedule says who reads whose data */
    QDR_DYNAMIC,   /* decided at run time: no schedule */
    QDR_LIBRARY,   /* a call of the MPI library, to compare with */
    QDR_NUM_KINDS
} qdr_kind;

/* Flags: what an algorithm needs or promises; enforced before anything runs.
 * Tests of them: QDR_ONE_PORT, QDR_GLOBAL and QDR_SEEDED in kernels_test;
 * QDR_COMPLETE, QDR_LENGTHS and QDR_COMMUTATIVE in registry_test; QDR_NETWORK
 * in plan_network_test; QDR_LEVELS in node_balanced_test; QDR_REAL_MPI and
 * QDR_NO_PLAN in peers_test.sh. */
enum {
    QDR_ONE_PORT = 1 << 0,    /* in a round a rank sends and receives at most
                                 once */
    QDR_GLOBAL = 1 << 1,      /* needs the whole pattern, not only the rank's
                                 row and column */
    QDR_COMPLETE = 1 << 2,    /* needs a complete exchange of equal messages */
    QDR_REAL_MPI = 1 << 3,    /* uses MPI calls that simulated machines lack */
    QDR_NO_PLAN = 1 << 4,     /* can be called without planning */
    QDR_SEEDED = 1 << 5,      /* randomised: another seed, another exchange */
    QDR_LENGTHS = 1 << 6,     /* needs messages that are lengths */
    QDR_COMMUTATIVE = 1 << 7, /* needs an operator that commutes */
    QDR_NETWORK = 1 << 8,     /* makes its schedule by the network's costs */
    QDR_LEVELS = 1 << 9,      /* needs nodes, or a network with levels */
    QDR_NUM_FLAGS = 10
};

/* When an algorithm's cost formula equals the cost of its schedule; otherwise
 * it is an upper bound. */
typedef enum qdr_exactness {
    QDR_EXACT,
    QDR_EXACT_FOR_POW2,  /* p = 2^k */
    QDR_EXACT_FOR_EQUAL, /* root 0, and p parts of one length */
    QDR_BOUND
} qdr_exactness;

/* A collective of the MPI library that an algorithm calls, with the library's
 * algorithms for it. The choice is made when the ranks are started
 * (mpi_library/library_selector.h). */
typedef struct qdr_library_call {
    const char *name;              /* "allgatherv", as in options */
    bool is_simulated;             /* SimGrid has an option for it, too */
    const char *const *algorithms; /* Open MPI's, ended by NULL; or NULL */
    const char *const *simulated;  /* SimGrid's for this call; or NULL */
} qdr_library_call;

/* Results of assigning messages to rounds; see qdr_schedule. */
typedef struct qdr_assigned {
    int64_t num_rounds, num_probes;
} qdr_assigned;

struct qdr_kernel;

/* An algorithm that another one may take, with its defaults. Entries of the
 * same algorithm, one after another, are modes that its prediction holds in;
 * the first is taken unless another is required. */
typedef struct qdr_candidate {
    const struct qdr_kernel *kernel;
    qdr_mode mode;        /* that it runs in */
    bool is_for_any_mode; /* its prediction also holds in the other modes */
} qdr_candidate;

/* An algorithm: its row in the table, and its rule. Constant. */
typedef struct qdr_kernel {
    const char *name;  /* as users write it, "ps" */
    const char *alias; /* the paper's name, also accepted; or NULL */
    const char *label; /* as legends write it, "Pairwise (PS)" */
    qdr_collective collective;
    qdr_kind kind;
    const char *paper;   /* bib key; NULL: none, and no section */
    const char *section; /* "4.2" */
    unsigned flags;
    const qdr_parameter *parameters; /* ended by one without a name; NULL: none
                                      */
    qdr_mode mode;                   /* the paper's mode; zeroed: synchronous */
    qdr_exactness exactness;         /* of the cost formula */

    bool is_printed_by_receiver; /* `i <- j`, as ponnusamy1992, Table 1 */

    /* An algorithm whose round is a function of source and destination gives
     * that function; its schedule and its cost follow. */
    const qdr_round_rule *rounds;

    /* Any other algorithm with a schedule gives cost, its formula evaluated on
     * the problem's counts, and either assign or build. assign writes the
     * round, from 0, of each message of the pattern, -1 for a diagonal entry,
     * and fills out_assigned; build makes the whole schedule. */
    qdr_status (*assign)(const qdr_problem *problem, int64_t *round,
                         qdr_assigned *out_assigned, qdr_error *error);
    qdr_status (*build)(const qdr_problem *problem, qdr_schedule *schedule,
                        qdr_error *error);
    qdr_cost (*cost)(const qdr_pattern_stats *stats);

    /* Replaces cost where the formula needs more than the counts. */
    qdr_status (*problem_cost)(const qdr_problem *problem, qdr_cost *out_cost,
                               qdr_error *error);

    /* Predicts the time in us on the problem's network, where that is not the
     * formula times the network's costs: rounds that overlap, messages that
     * share links. The problem has the algorithm's values. NULL: that product.
     */
    qdr_status (*predict)(const qdr_problem *problem, double *out_us,
                          qdr_error *error);

    /* Of an algorithm that forwards messages on a route: sets *out_route to
     * that of a problem, by the values and the load that all ranks know. A rank
     * then plans from the messages that pass it. Else NULL. */
    qdr_status (*route)(const qdr_problem *problem, qdr_route *out_route,
                        qdr_error *error);

    /* Of an algorithm `auto`: the algorithms that it takes the fastest of, by
     * their predictions, ended by one without a kernel; for equal times
     * (QDR_TIE) the first. At least one is for any mode and any operator. It
     * then has no members that make a schedule or its cost. Else NULL. */
    const qdr_candidate *candidates;

    bool is_for_levels; /* `auto` takes it only on a network with levels */

    /* Whether `auto` may take it for a problem on its network; NULL: for any.
     */
    bool (*suits)(const qdr_problem *problem);

    /* For an algorithm with the parameter `selector`: the MPI library's
     * collectives that it calls, first the one for parts of one length, ended
     * by one without a name; else NULL. */
    const qdr_library_call *calls;

    /* Refuses a problem that the parameters do not fit, and says which values
     * fit; NULL: they fit any. */
    qdr_status (*check)(const struct qdr_kernel *kernel,
                        const qdr_problem *problem, qdr_error *error);
} qdr_kernel;

/* Defines qdr_<algorithm>, of that name and kind QDR_COMBINING; the last
 * arguments are other members. For tables, whose macros have what their rows
 * share. */
#define QDR_COMBINING_KERNEL(algorithm, label_, collective_, flags_,           \
                             exactness_, ...)                                  \
    const qdr_kernel qdr_##algorithm = {.name = #algorithm,                    \
                                        .label = (label_),                     \
                                        .collective = (collective_),           \
                                        .kind = QDR_COMBINING,                 \
                                        .flags = (flags_),                     \
                                        .exactness = (exactness_),             \
                                        __VA_ARGS__}

/* qdr_kernel_count returns the number of algorithms. */
int qdr_kernel_count(void);

/* qdr_kernel_at returns algorithm `index`, 0 <= index < qdr_kernel_count(), in
 * the order of kernels.def. It is constant and lives for ever. */
const qdr_kernel *qdr_kernel_at(int index);

/* qdr_kernel_find sets *out_kernel to the algorithm whose name or alias is
 * `name`, or fails with a line that lists the names. */
qdr_status qdr_kernel_find(const char *name, const qdr_kernel **out_kernel,
                           qdr_error *error);

/* How users write the choice among a collective's algorithms; the algorithm's
 * own name is "bcast_auto". */
#define QDR_AUTO "auto"

/* qdr_kernel_find_auto returns a collective's `auto`; NULL: it has none. */
const qdr_kernel *qdr_kernel_find_auto(qdr_collective collective);

/* qdr_kernel_find_library returns the algorithm that is the MPI library's call
 * for a collective, as it is without a selector; NULL: there is none. */
const qdr_kernel *qdr_kernel_find_library(qdr_collective collective);

/* qdr_kernel_is_restricted returns whether qdr_kernel_accepts refuses some
 * problems of its collective. */
bool qdr_kernel_is_restricted(const qdr_kernel *kernel);

/* qdr_kernel_accepts fails with QDR_ERROR_INPUT and the reason if the problem's
 * pattern or vector does not meet the algorithm's needs. */
qdr_status qdr_kernel_accepts(const qdr_kernel *kernel,
                              const qdr_problem *problem, qdr_error *error);

/* qdr_kernel_has_schedule returns whether the algorithm makes a schedule: it is
 * direct, combining or shared. */
bool qdr_kernel_has_schedule(const qdr_kernel *kernel);

/* qdr_kernel_has_mode returns whether it sends the messages of its schedule, in
 * a mode: it is direct or combining. */
bool qdr_kernel_has_mode(const qdr_kernel *kernel);

/* qdr_kernel_is_simulated returns whether the algorithm also runs on every
 * simulated machine; these have no native MPI library. Algorithms with `calls`
 * run on some. */
bool qdr_kernel_is_simulated(const qdr_kernel *kernel);

/* qdr_kernel_layout returns the layout of the algorithm's messages: slots for a
 * complete exchange, else packed. */
qdr_layout_kind qdr_kernel_layout(const qdr_kernel *kernel);

/* qdr_kernel_build makes the schedule of `problem`, if the algorithm accepts it
 * and makes schedules. Release it with qdr_schedule_cleanup. */
qdr_status qdr_kernel_build(const qdr_kernel *kernel,
                            const qdr_problem *problem, qdr_schedule *schedule,
                            qdr_error *error);

/* qdr_kernel_defaults returns `problem`; if it has no values, then with the
 * algorithm's defaults, stored in `room`. */
qdr_problem qdr_kernel_defaults(const qdr_kernel *kernel,
                                const qdr_problem *problem, qdr_values *room);

/* qdr_kernel_cost evaluates the algorithm's cost formula on the problem,
 * without a schedule; kernels_test compares it with qdr_cost_of_schedule. An
 * algorithm without a schedule has no cost formula. */
qdr_status qdr_kernel_cost(const qdr_kernel *kernel, const qdr_problem *problem,
                           qdr_cost *out_cost, qdr_error *error);

/* qdr_kernel_predict evaluates the prediction of an algorithm that makes
 * schedules, in us on the problem's network. */
qdr_status qdr_kernel_predict(const qdr_kernel *kernel,
                              const qdr_problem *problem, double *out_us,
                              qdr_error *error);

/* Predictions that differ by less than this share are equal: the candidate that
 * is listed first is taken. Without it, a tree that is predicted to be 1%
 * faster is taken, and is 10% slower where messages that arrive together slow
 * each other (256 KB to the root of 32 ranks, cm5_smpi). */
#define QDR_TIE 0.02

/* An algorithm, its mode, and its predicted time. */
typedef struct qdr_chosen {
    const qdr_kernel *kernel;
    qdr_mode mode;
    double time_us;
} qdr_chosen;

/* qdr_kernel_suits returns whether `auto` may take an algorithm for a problem
 * on its network: is_for_levels and suits. */
bool qdr_kernel_suits(const qdr_kernel *kernel, const qdr_problem *problem);

/* qdr_kernel_choose sets *out_chosen to the fastest candidate of an `auto` for
 * the problem; with a `mode`, only among those whose prediction holds in that
 * mode, which is then the mode. It reads nothing of the problem that only one
 * rank knows, so all ranks choose alike. */
qdr_status qdr_kernel_choose(const qdr_kernel *kernel,
                             const qdr_problem *problem, const qdr_mode *mode,
                             qdr_chosen *out_chosen, qdr_error *error);

/* qdr_choice_find is qdr_kernel_choose, which it calls only if the choice is
 * none of the last ones. Of a vector; patterns, and vectors whose parts or
 * nodes are given, are not kept. Any thread may call it. */
qdr_status qdr_choice_find(const qdr_kernel *kernel, const qdr_problem *problem,
                           const qdr_mode *mode, qdr_chosen *out_chosen,
                           qdr_error *error);

/* qdr_kernel_print_limits writes the algorithm's flags as words joined by ';':
 * "one_port;global". */
void qdr_kernel_print_limits(const qdr_kernel *kernel, FILE *to);

/* qdr_kind_string returns the word for a kind: "direct". */
const char *qdr_kind_string(qdr_kind kind);

#endif
