/* harness/results/measurement.h -- what the measuring of a cell gave. */
#ifndef QUADRILLE_HARNESS_RESULTS_MEASUREMENT_H
#define QUADRILLE_HARNESS_RESULTS_MEASUREMENT_H

#include "kernels/core/count.h"
#include "kernels/core/status.h"
#include "workloads/application/application.h"

/* Why the sampling of a cell ended. */
typedef enum qdr_end {
    QDR_END_COUNT,     /* as many as were asked for, no more allowed */
    QDR_END_PRECISION, /* the interval is narrow enough */
    QDR_END_MAX,       /* the most allowed, without that precision */
    QDR_END_TIME,      /* the time cap, without that precision */
    QDR_END_TRIES,     /* too many starts came late */
    QDR_NUM_ENDS
} qdr_end;

/* qdr_end_string returns the word for it: "precision". */
const char *qdr_end_string(qdr_end end);

/* qdr_autocorrelation returns how alike neighbours of `samples[count]` are,
 * from -1 to 1: the autocorrelation of lag 1, of independent ones about 0. 0
 * where there are fewer than 3, or all are equal. */
double qdr_autocorrelation(const int64_t *samples, int count);

/* The samples of a cell; the same on every rank, but for rank_ns. */
typedef struct qdr_samples {
    int count;
    int64_t *time_ns;      /* last exit minus first entry */
    int64_t *local_max_ns; /* the longest stay of a rank */
    int64_t *late_ns; /* the latest rank's start, after the time agreed upon */
    int64_t *phase_ns[QDR_NUM_PHASES]; /* of that rank, which add up to it; NULL
                                          but of an application */
    int64_t *rank_ns; /* [count][num_ranks], the stay of each, on rank 0; or
                         NULL: not asked for */
    int num_ranks;
    int batch;              /* executions a sample; both times are for one */
    int stride;             /* every so manieth sample was verified; 0: none */
    int num_warmups;        /* untimed executions before */
    int num_late;           /* samples thrown away: a rank started late */
    int64_t uncertainty_ns; /* of any rank, about the clock of rank 0 */
    double window_us; /* of the last start, as it may grow; 0: no window */
    qdr_end end;
} qdr_samples;

/* What planning took, of the slowest rank; -1 each where it is not measured. */
typedef struct qdr_planning {
    int64_t gather_ns; /* learning what is to be exchanged */
    int64_t build_ns;  /* making the schedule */
    int64_t bind_ns;   /* making this rank's part of it ready */
} qdr_planning;

typedef struct qdr_measurement {
    qdr_status status; /* QDR_OK: VALID; else INVALID, and no samples */
    qdr_error reason;
    int64_t num_messages;
    int64_t total_bytes;
    int max_degree;
    int64_t num_rounds;
    int64_t num_looks; /* of the schedule, on rank 0; see qdr_schedule */
    qdr_planning planning;
    int64_t sampling_ns; /* wall time of warm-up and samples, starts included */
    qdr_samples samples; /* none of an INVALID cell */
    qdr_count counts[2 * QDR_MAX_COUNTS]; /* of all ranks, in the last
                                              execution: of the row, and of an
                                              application */
    int num_counts;
    char *process; /* hyperfine's JSON of a whole process, or NULL */
} qdr_measurement;

/* They release what they hold; zeroed ones are legal. */
void qdr_samples_cleanup(qdr_samples *samples);
void qdr_measurement_cleanup(qdr_measurement *measurement);

#endif
