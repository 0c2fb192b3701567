/* kernels/kernel.h -- the row that describes an algorithm.
 *
 * Each algorithm is one file kernels/<collective>/<collective>_<algorithm>.c,
 * which ends with its row, and one line in kernels.def. Its name is written
 * once, in the row; command line, configs, tests, legends and documents read
 * it here.
 */
#ifndef QUADRILLE_KERNELS_KERNEL_H
#define QUADRILLE_KERNELS_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernels/core/cost.h"
#include "kernels/core/mode.h"
#include "kernels/core/pattern.h"
#include "kernels/core/placement.h"
#include "kernels/core/schedule.h"

/* How a row turns its input into communication. */
typedef enum qdr_kind {
    QDR_DIRECT,    /* every message goes straight from source to destination */
    QDR_COMBINING, /* ranks forward what they received */
    QDR_DYNAMIC,   /* decided at run time: no schedule */
    QDR_LIBRARY,   /* means of the MPI library, to compare with */
    QDR_NUM_KINDS
} qdr_kind;

/* The collectives of library rows; the executor calls them. */
typedef enum qdr_library {
    QDR_MPI_ALLTOALL,
    QDR_MPI_ALLTOALLV,
    QDR_MPI_BCAST,
    QDR_MPI_NEIGHBOR_ALLTOALLV,
    QDR_NUM_LIBRARIES
} qdr_library;

/* The algorithms of dynamic rows, and of library rows that are more than one
 * call; the executor runs them. */
typedef enum qdr_dynamic_id {
    QDR_NOT_DYNAMIC,                 /* what rows have that say nothing */
    QDR_RANDOM_SCHEDULING,           /* drs_n */
    QDR_RANDOM_SCHEDULING_POLLING,   /* drs_n_polling */
    QDR_RANDOM_SCHEDULING_ONE_SIDED, /* drs_n_one_sided */
    QDR_TWO_STAGE,
    QDR_RECEIVE_CONCAT,         /* concat */
    QDR_RECEIVE_ACTIVE_MESSAGE, /* active_message */
    QDR_RECEIVE_ALLTOALL,       /* mpi_alltoall_counts */
    QDR_RECEIVE_PROBE,          /* reduce_scatter_probe */
    QDR_RECEIVE_NBX,            /* nbx */
    QDR_NUM_DYNAMICS
} qdr_dynamic_id;

/* Flags: what a row needs or promises; enforced before anything runs. */
enum {
    QDR_ONE_PORT = 1 << 0, /* in a round a rank sends and receives at most
                              once */
    QDR_GLOBAL = 1 << 1,   /* needs the whole pattern, not only the rank's
                              row and column */
    QDR_COMPLETE = 1 << 2, /* needs a complete exchange of equal messages */
    QDR_ROOTED = 1 << 3,   /* needs equal messages from one rank to every
                              other; they are one vector */
    QDR_LENGTHS = 1 << 4,  /* needs messages of QDR_LENGTH_BYTES each, a length
                              for a receiver that does not know its senders */
    QDR_REAL_MPI = 1 << 5, /* uses what simulated machines have not */
    QDR_NUM_FLAGS = 6
};

enum { QDR_LENGTH_BYTES = 8 };

/* When a row's cost formula equals the cost of its schedule; it is an upper
 * bound otherwise. */
typedef enum qdr_exactness {
    QDR_EXACT,
    QDR_EXACT_FOR_POW2, /* p = 2^k */
    QDR_BOUND
} qdr_exactness;

/* Told of every message that a rank sent: between these two moments it was on
 * its way to `dst`. */
typedef void qdr_trace(void *context, int dst, int64_t begin_ns,
                       int64_t end_ns);

/* Options of rows that decide at run time; zeroed: as the papers have them. */
typedef struct qdr_dynamic_options {
    /* drs_n, drs_n_polling. */
    int64_t delay_ns;      /* before a busy destination is asked again */
    int64_t segment_bytes; /* a lock is released so much early; 0: 4096 */
    bool without_busy_measure, without_early_release;
    qdr_trace *trace; /* or NULL */
    void *trace_context;
    /* two_stage. */
    int element_bytes;      /* what messages are split into; 0: 4 */
    bool is_shuffled;       /* its intermediates are [ranka1995, Sec. 6.3] */
    bool has_random_stages; /* exchanges by drs_n_polling, not lp_barrier */
} qdr_dynamic_options;

/* What a row is asked for. */
typedef struct qdr_problem {
    const qdr_pattern *pattern;
    uint64_t seed; /* of randomised rows */
    double cutoff; /* of rs_nh: longest piece of a message, in means of the
                      messages of its round, from 1; 0: the row's own */
    qdr_dynamic_options dynamic;
} qdr_problem;

typedef struct qdr_kernel {
    const char *name;       /* as users write it, "ps" */
    const char *label;      /* as legends write it, "PS (pairwise)" */
    const char *collective; /* "alltoallv" */
    qdr_kind kind;
    const char *paper;   /* bib key */
    const char *section; /* "4.2" */
    unsigned flags;
    qdr_mode mode;           /* the paper's own; zeroed: synchronous */
    qdr_exactness exactness; /* of the cost formula */

    bool is_printed_by_receiver; /* `i <- j`, as ponnusamy1992, Table 1 */

    /* A row whose round is a function of source and destination gives these
     * two; its schedule and its cost follow. */
    int64_t (*num_rounds)(int num_procs);
    qdr_round_of round_of;

    /* Any other row gives cost, its formula, evaluated from what a pattern
     * counts, and one of these two. assign writes the round, from 0, of each
     * message of the pattern, -1 for a diagonal entry, and their number; build
     * makes the whole schedule. */
    qdr_status (*assign)(const qdr_problem *problem, int64_t *round,
                         int64_t *out_num_rounds, qdr_error *error);
    qdr_status (*build)(const qdr_problem *problem, qdr_schedule *schedule,
                        qdr_error *error);
    qdr_cost (*cost)(const qdr_pattern_stats *stats);

    /* Of a dynamic or a library row, which has none of these; of a library
     * row that is QDR_NOT_DYNAMIC, `library`. */
    qdr_dynamic_id dynamic;
    qdr_library library;
} qdr_kernel;

/* qdr_kernel_count returns the number of rows. */
int qdr_kernel_count(void);

/* qdr_kernel_at returns row `index`, 0 <= index < qdr_kernel_count(), in the
 * order of kernels.def. The row is constant and lives for ever. */
const qdr_kernel *qdr_kernel_at(int index);

/* qdr_kernel_find sets *out_kernel to the row called `name`, or fails with a
 * line that lists the names. */
qdr_status qdr_kernel_find(const char *name, const qdr_kernel **out_kernel,
                           qdr_error *error);

/* qdr_kernel_accepts fails with QDR_ERROR_INPUT and the reason if the row's
 * needs are not met by `pattern`. */
qdr_status qdr_kernel_accepts(const qdr_kernel *kernel,
                              const qdr_pattern *pattern, qdr_error *error);

/* qdr_kernel_has_schedule tells whether the row makes one: it is direct or
 * combining. */
bool qdr_kernel_has_schedule(const qdr_kernel *kernel);

/* qdr_kernel_is_simulated tells whether the row runs on simulated machines,
 * too: those have no MPI library with means of its own. */
bool qdr_kernel_is_simulated(const qdr_kernel *kernel);

/* qdr_kernel_layout returns how the row's messages are placed: slots for a
 * complete exchange, one vector for a broadcast, else packed. */
qdr_layout qdr_kernel_layout(const qdr_kernel *kernel);

/* qdr_kernel_build makes the schedule of `problem`, if the row accepts it and
 * has one. Release it with qdr_schedule_cleanup. */
qdr_status qdr_kernel_build(const qdr_kernel *kernel,
                            const qdr_problem *problem, qdr_schedule *schedule,
                            qdr_error *error);

/* qdr_kernel_cost evaluates the row's cost formula from the pattern, without
 * a schedule; kernels_test holds it against qdr_cost_of_schedule. Not for a
 * row without a schedule, whose cost nobody knows before. */
qdr_status qdr_kernel_cost(const qdr_kernel *kernel, const qdr_pattern *pattern,
                           qdr_cost *out_cost, qdr_error *error);

/* qdr_kernel_limits writes the row's flags as words joined by ';' to `text`,
 * truncated to `size` bytes: "one_port;global". */
void qdr_kernel_limits(const qdr_kernel *kernel, char *text, size_t size);

/* qdr_kind_string returns the word for a kind: "direct". */
const char *qdr_kind_string(qdr_kind kind);

#endif
