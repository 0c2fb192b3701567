/* workloads/workload.h -- the table entry that describes a workload, a source
 * of traffic.
 *
 * A workload makes traffic, a pattern or a vector, from its parameters: the
 * same parameters give the same traffic on every machine. Each ends a
 * file, by its entry, and has one line in workloads.def.
 */
#ifndef QUADRILLE_WORKLOADS_WORKLOAD_H
#define QUADRILLE_WORKLOADS_WORKLOAD_H

#include <stdbool.h>
#include <stdint.h>

#include "kernels/core/problem/problem.h"
#include "workloads/graph/partitioner.h"

/* Data to communicate: messages of a pattern, or a vector with a root. */
typedef struct qdr_traffic {
    int num_procs;
    bool has_vector;
    qdr_pattern pattern;
    int root;
    int64_t bytes; /* of the vector */
} qdr_traffic;

/* qdr_traffic_cleanup releases traffic; a zeroed one is legal. */
void qdr_traffic_cleanup(qdr_traffic *traffic);

/* Bytes of a number that is combined: vectors then hold doubles. */
enum { QDR_COMBINED_BYTES = 8 };

/* qdr_traffic_problem returns a problem with this traffic, without values and
 * seed; it lives as long as the traffic. A collective for the other kind of
 * traffic is replaced, so that qdr_kernel_accepts refuses its algorithms. */
qdr_problem qdr_traffic_problem(const qdr_traffic *traffic,
                                qdr_collective collective);

/* The input of a workload. */
typedef struct qdr_workload_input {
    int procs;
    uint64_t seed; /* of the pattern */
    const qdr_values *values;
    const qdr_partitioner *partitioner; /* of workloads on a graph; NULL where
                                           there is none */
} qdr_workload_input;

/* The approximate amount of traffic. */
typedef struct qdr_amount {
    double messages, bytes;
} qdr_amount;

/* A program around the exchange; see application/application.h. */
typedef struct qdr_application qdr_application;

/* What makes traffic: its row in the table, and its rule. Constant. */
typedef struct qdr_workload {
    const char *name;
    const char *summary; /* one line for the help text */
    bool is_seeded;      /* another seed gives other traffic */
    bool has_vector;     /* it makes vectors, not patterns */
    bool is_partitioned; /* the vertices of a graph are partitioned among ranks
                          */
    const qdr_parameter *parameters; /* ended by one without a name */

    /* Values of ordinary traffic for a collective, used if the user gives none,
     * as qdr_values_read accepts them; NULL: not for this collective. */
    const char *ordinary[QDR_NUM_COLLECTIVES];

    /* Refuses impossible parameters, without making the traffic, with a line
     * that begins with the name of the wrong one; NULL: only generate finds
     * out. */
    qdr_status (*check)(const qdr_workload_input *input, qdr_error *error);

    /* Computes the amount of traffic that passed the check, without making it;
     * NULL: only generate finds out. */
    qdr_amount (*amount)(const qdr_workload_input *input);

    /* Fills in the traffic after qdr_workload_generate has set the rest.
     * Refuses impossible parameters and states the accepted ones. */
    qdr_status (*generate)(const qdr_workload_input *input,
                           qdr_traffic *traffic, qdr_error *error);

    /* The computation that uses the exchanged data, application.h; NULL: none.
     */
    const qdr_application *application;
} qdr_workload;

/* A parameter for a length, in a workload's table: its object, "of a message",
 * and its default, "256". */
#define QDR_BYTES_PARAMETER(what, otherwise)                                   \
    {                                                                          \
        .name = "bytes", .unit = "bytes", .summary = (what),                   \
        .type = QDR_INTEGER, .default_value = (otherwise), .min = 0,           \
        .max = 0x1p40                                                          \
    }

/* qdr_workload_count returns the number of workloads. */
int qdr_workload_count(void);

/* qdr_workload_at returns workload `index`; constant, lives for ever. */
const qdr_workload *qdr_workload_at(int index);

/* qdr_workload_find sets *out_workload to the workload called `name`, or fails
 * with a line that lists the names. */
qdr_status qdr_workload_find(const char *name,
                             const qdr_workload **out_workload,
                             qdr_error *error);

/* qdr_workload_ordinary returns the first workload with ordinary values for a
 * collective. */
const qdr_workload *qdr_workload_ordinary(qdr_collective collective);

/* qdr_workload_collective sets *out_collective to the collective of the
 * workload's traffic, and returns true; false: its vectors are for several. */
bool qdr_workload_collective(const qdr_workload *workload,
                             qdr_collective *out_collective);

/* qdr_workload_generate makes the traffic of an input. Release it with
 * qdr_traffic_cleanup. */
qdr_status qdr_workload_generate(const qdr_workload *workload,
                                 const qdr_workload_input *input,
                                 qdr_traffic *out_traffic, qdr_error *error);

/* qdr_workload_check runs the workload's check; if it has none, it makes the
 * traffic. */
qdr_status qdr_workload_check(const qdr_workload *workload,
                              const qdr_workload_input *input,
                              qdr_error *error);

/* qdr_workload_check_procs refuses numbers of processes that no pattern allows:
 * for the start of a check that accepts all other numbers. */
qdr_status qdr_workload_check_procs(const qdr_workload_input *input,
                                    qdr_error *error);

/* qdr_workload_amount computes the amount of traffic of an input; 0 if it
 * cannot be made. */
qdr_amount qdr_workload_amount(const qdr_workload *workload,
                               const qdr_workload_input *input);

/* qdr_workload_make makes the traffic of the workload's defaults and of
 * `parameters`, text as qdr_values_read accepts it, or NULL. Release it with
 * qdr_traffic_cleanup. */
qdr_status qdr_workload_make(const qdr_workload *workload,
                             qdr_workload_input input, const char *parameters,
                             qdr_traffic *traffic, qdr_error *error);

#endif
