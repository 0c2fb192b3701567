/* harness/results/measurement.h -- the results of measuring a cell. */
#ifndef QUADRILLE_HARNESS_RESULTS_MEASUREMENT_H
#define QUADRILLE_HARNESS_RESULTS_MEASUREMENT_H

#include "harness/links/link_counters.h"
#include "kernels/core/base/counter.h"
#include "kernels/core/base/status.h"
#include "kernels/kernel.h"
#include "workloads/application/application.h"

/* Why the sampling of a cell ended. */
typedef enum qdr_end {
    QDR_END_COUNT,     /* as many as requested, no more allowed */
    QDR_END_PRECISION, /* the interval is narrow enough */
    QDR_END_MAX,       /* the max number, without that precision */
    QDR_END_TIME,      /* the time cap, without that precision */
    QDR_END_TRIES,     /* too many starts came late */
    QDR_NUM_ENDS
} qdr_end;

/* qdr_end_string returns its word: "precision". */
const char *qdr_end_string(qdr_end end);

/* qdr_autocorrelation returns the similarity of neighbours in `samples[count]`,
 * from -1 to 1: the autocorrelation of lag 1, near 0 for independent samples. 0
 * if there are fewer than 3, or all are equal. */
double qdr_autocorrelation(const int64_t *samples, int count);

/* The samples of a cell; the same on every rank, but for rank_ns. */
typedef struct qdr_samples {
    int count;
    int64_t *time_ns;      /* last exit minus first entry */
    int64_t *local_max_ns; /* the max time on a rank */
    int64_t *late_ns; /* the latest rank's start, after the time agreed upon */
    int64_t *phase_ns[QDR_NUM_PHASES]; /* of that rank, which add up to it; NULL
                                          except for an application */
    int64_t *rank_ns; /* [count][num_ranks], the time on each rank, on rank 0;
                         or NULL: not requested */
    int num_ranks;
    int batch;              /* executions a sample; both times are for one */
    int stride;             /* one sample in so many was verified; 0: of an
                               application, the last one */
    int num_verified;       /* samples */
    bool last_is_kept;      /* it did not start late */
    int num_warmups;        /* untimed executions before */
    int num_late;           /* samples thrown away: a rank started late */
    int64_t uncertainty_ns; /* of any rank, about the clock of rank 0 */
    double window_us; /* of the last start, as it may grow; 0: no window */
    qdr_end end;
} qdr_samples;

/* The time of planning, on the slowest rank; -1 each where it is not measured.
 */
typedef struct qdr_planning {
    int64_t gather_ns; /* exchanging the traffic among the ranks */
    int64_t build_ns;  /* making the schedule */
    int64_t bind_ns;   /* preparing this rank's part of it */
} qdr_planning;

/* What measuring a cell gave. */
typedef struct qdr_measurement {
    qdr_status status; /* QDR_OK: VALID; else INVALID, and no samples */
    qdr_error reason;
    const qdr_kernel *chosen; /* what `auto` took, or NULL */
    qdr_mode chosen_mode;
    qdr_values chosen_values; /* its parameters: their defaults */
    int64_t num_messages;
    int64_t total_bytes;
    int max_degree;
    int64_t num_rounds;
    int64_t num_probes; /* of the schedule, on rank 0; see qdr_schedule */
    qdr_planning planning;
    int64_t sampling_ns; /* wall time of warm-up and samples, starts included */
    qdr_samples samples; /* none of an INVALID cell */
    qdr_counter counts[2 * QDR_MAX_COUNTERS]; /* summed over all ranks, in the
                                             last execution: the algorithm's
                                             counters, and an application's */
    int num_counts;
    int num_nodes; /* of a cluster on this machine, on rank 0; 0: another */
    qdr_link_counts links; /* of these nodes, while the cell was measured */
    char *process;         /* hyperfine's JSON of a whole process, or NULL */
} qdr_measurement;

/* qdr_samples_cleanup and qdr_measurement_cleanup release the contents and zero
 * the structure; zeroed ones are legal. */
void qdr_samples_cleanup(qdr_samples *samples);
void qdr_measurement_cleanup(qdr_measurement *measurement);

/* qdr_chosen_mode_print writes the mode that `auto` took: "library" for a
 * call of the MPI library, as in the column `mode`. */
void qdr_chosen_mode_print(const qdr_measurement *measurement, char *text,
                           size_t size);

#endif
