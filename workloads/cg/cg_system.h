/* workloads/cg/cg_system.h -- shared by workloads and application. */
#ifndef QUADRILLE_WORKLOADS_CG_CG_SYSTEM_H
#define QUADRILLE_WORKLOADS_CG_CG_SYSTEM_H

#include "workloads/application/application.h"
#include "workloads/sparse_matrix/csr.h"

/* Bytes of an element of a vector. */
enum { QDR_CG_UNIT = 8 };

/* When to stop. */
typedef struct qdr_cg_rules {
    double tolerance; /* of the residual, as a share of the right side */
    int64_t max_iterations;
    bool is_benign; /* the order of a sum does not change the number of
                       iterations */
} qdr_cg_rules;

/* A matrix, symmetric, with the owner of each of its rows. */
typedef struct qdr_cg_system {
    qdr_sparse_matrix matrix;
    qdr_graph graph;
    int *part; /* [num_rows] */
    qdr_cg_rules rules;
} qdr_cg_system;

/* Makes the system of an input. Release with qdr_cg_system_cleanup. */
typedef qdr_status qdr_cg_make(qdr_cg_system *system,
                               const qdr_workload_input *input,
                               qdr_error *error);

/* qdr_cg_system_part completes a system that has a matrix: its graph and, by a
 * method of qdr_partition_methods, the owners. */
qdr_status qdr_cg_system_part(qdr_cg_system *system,
                              const qdr_workload_input *input,
                              const char *method, qdr_error *error);

/* qdr_cg_system_cleanup frees matrix, graph and owners, and zeroes the system;
 * a zeroed one is legal. */
void qdr_cg_system_cleanup(qdr_cg_system *system);

/* qdr_cg_generate makes the messages of a system's halos. */
qdr_status qdr_cg_generate(qdr_cg_make *make, const qdr_workload_input *input,
                           qdr_traffic *traffic, qdr_error *error);

/* qdr_cg_new_state makes a rank's state of the application. */
qdr_status qdr_cg_new_state(void **out_state, qdr_cg_make *make,
                            const qdr_workload_input *input,
                            const qdr_host *host, qdr_error *error);

/* qdr_cg_free_state, qdr_cg_run, qdr_cg_check and qdr_cg_count are the other
 * members of an application whose new_state calls qdr_cg_new_state with its own
 * make. */
void qdr_cg_free_state(void *state);
qdr_status qdr_cg_run(void *state, qdr_error *error);
qdr_status qdr_cg_check(void *state, qdr_error *error);
int qdr_cg_count(const void *state, qdr_counter *counts);
#define QDR_CG_APPLICATION(own_new_state)                                      \
    &(const qdr_application)                                                   \
    {                                                                          \
        .new_state = (own_new_state), .free_state = qdr_cg_free_state,         \
        .run = qdr_cg_run, .check = qdr_cg_check, .count = qdr_cg_count        \
    }

/* The parameters of both workloads about stopping. */
#define QDR_CG_MAX_ITERATIONS_PARAMETER                                        \
    {                                                                          \
        .name = "most_iterations",                                             \
        .summary = "after which it is said not to converge",                   \
        .type = QDR_INTEGER, .default_value = "10000", .min = 1, .max = 1e9    \
    }
#define QDR_CG_TOLERANCE_PARAMETER                                             \
    {                                                                          \
        .name = "tolerance", .plural = "tolerances",                           \
        .summary = "of the residual, as a share of the right side",            \
        .type = QDR_REAL, .default_value = "1e-8", .min = 1e-14, .max = 1      \
    }

#endif
