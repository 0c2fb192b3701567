/* workloads/workload.h -- the row that describes what makes traffic.
 *
 * A workload yields what is to be communicated, a pattern or a vector, from its
 * parameters: the same parameters, the same demand, on every machine. Each is
 * one file, which ends with its row, and one line in workloads.def.
 */
#ifndef QUADRILLE_WORKLOADS_WORKLOAD_H
#define QUADRILLE_WORKLOADS_WORKLOAD_H

#include <stdbool.h>
#include <stdint.h>

#include "kernels/core/problem.h"
#include "workloads/graph/partitioner.h"

/* What is to be communicated: messages of a pattern, or a vector of a root. */
typedef struct qdr_traffic {
    int num_procs;
    bool has_vector;
    qdr_pattern pattern;
    int root;
    int64_t bytes; /* of the vector */
} qdr_traffic;

/* qdr_traffic_cleanup releases a demand; a zeroed one is legal. */
void qdr_traffic_cleanup(qdr_traffic *traffic);

/* Bytes of a number that is combined: vectors are of doubles then. */
enum { QDR_COMBINED_BYTES = 8 };

/* qdr_traffic_problem returns a problem that asks for it, without values and
 * seed, and which lives as long as the demand. */
qdr_problem qdr_traffic_problem(const qdr_traffic *traffic,
                                qdr_collective collective);

/* What a workload is asked for. */
typedef struct qdr_workload_input {
    int procs;
    uint64_t seed; /* of the pattern */
    const qdr_values *values;
    const qdr_partitioner *partitioner; /* of workloads on a graph; NULL where
                                           there is none */
} qdr_workload_input;

/* How much a demand asks for, about. */
typedef struct qdr_amount {
    double messages, bytes;
} qdr_amount;

typedef struct qdr_application qdr_application;

typedef struct qdr_workload {
    const char *name;
    const char *summary; /* one line for the help text */
    bool is_seeded;      /* another seed, another demand */
    bool has_vector;     /* it makes vectors, not patterns */
    bool is_partitioned; /* the vertices of a graph are dealt to ranks */
    const qdr_parameter *parameters; /* ended by one without a name */

    /* Values that make an ordinary demand of a collective, for whoever names
     * none, as qdr_values_read takes them; NULL: not for this collective. */
    const char *ordinary[QDR_NUM_COLLECTIVES];

    /* Refuses parameters that cannot be met, without making the demand, with a
     * line that begins with the name of the one at fault; NULL: only generate
     * tells. */
    qdr_status (*check)(const qdr_workload_input *input, qdr_error *error);

    /* Tells how much a demand that passed the check will be, without making it;
     * NULL: only generate tells. */
    qdr_amount (*amount)(const qdr_workload_input *input);

    /* Fills the demand, of which qdr_workload_generate has set the rest.
     * Refuses parameters that cannot be met, saying what is accepted. */
    qdr_status (*generate)(const qdr_workload_input *input,
                           qdr_traffic *traffic, qdr_error *error);

    /* What computes with what is exchanged, application.h; NULL: nothing. */
    const qdr_application *application;
} qdr_workload;

/* How long something is, in a row's table: what, "of a message", and how long
 * when nobody says, "256". */
#define QDR_BYTES_PARAMETER(what, otherwise)                                   \
    {                                                                          \
        .name = "bytes", .unit = "bytes", .summary = (what),                   \
        .type = QDR_INTEGER, .default_value = (otherwise), .min = 0,           \
        .max = 0x1p40                                                          \
    }

/* qdr_workload_count returns the number of rows. */
int qdr_workload_count(void);

/* qdr_workload_at returns row `index`; constant, lives for ever. */
const qdr_workload *qdr_workload_at(int index);

/* qdr_workload_find sets *out_workload to the row called `name`, or fails with
 * a line that lists the names. */
qdr_status qdr_workload_find(const char *name,
                             const qdr_workload **out_workload,
                             qdr_error *error);

/* qdr_workload_ordinary returns the first row that has ordinary values for a
 * collective. */
const qdr_workload *qdr_workload_ordinary(qdr_collective collective);

/* qdr_workload_generate makes the demand of an input. Release it with
 * qdr_traffic_cleanup. */
qdr_status qdr_workload_generate(const qdr_workload *workload,
                                 const qdr_workload_input *input,
                                 qdr_traffic *out_traffic, qdr_error *error);

/* qdr_workload_check is the row's check; of a row that has none, it makes the
 * demand. */
qdr_status qdr_workload_check(const qdr_workload *workload,
                              const qdr_workload_input *input,
                              qdr_error *error);

/* qdr_workload_check_procs refuses numbers of processes that no pattern has:
 * what a row's check begins with, where any other number will do. */
qdr_status qdr_workload_check_procs(const qdr_workload_input *input,
                                    qdr_error *error);

/* qdr_workload_amount tells how much the demand of an input will be; nothing,
 * of one that cannot be made. */
qdr_amount qdr_workload_amount(const qdr_workload *workload,
                               const qdr_workload_input *input);

/* qdr_workload_make makes the demand of the row's presets and of `parameters`,
 * text as qdr_values_read takes it, or NULL. Release it with
 * qdr_traffic_cleanup. */
qdr_status qdr_workload_make(const qdr_workload *workload,
                             qdr_workload_input input, const char *parameters,
                             qdr_traffic *traffic, qdr_error *error);

#endif
