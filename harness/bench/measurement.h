/* harness/bench/measurement.h -- what the measuring of a cell gave. */
#ifndef QUADRILLE_HARNESS_BENCH_MEASUREMENT_H
#define QUADRILLE_HARNESS_BENCH_MEASUREMENT_H

#include "harness/bench/stopping.h"
#include "kernels/core/status.h"

/* The samples of a cell; the same on every rank. */
typedef struct qdr_samples {
    int count;
    int64_t *time_ns;      /* last exit minus first entry */
    int64_t *local_max_ns; /* the longest stay of a rank */
    int batch;             /* executions a sample; both times are for one */
    int num_warmups;       /* untimed executions before */
    int num_late;          /* samples thrown away: a rank started late */
    qdr_end end;
} qdr_samples;

typedef struct qdr_measurement {
    qdr_status status; /* QDR_OK: VALID; else INVALID, and no samples */
    qdr_error reason;
    int64_t num_messages;
    int64_t total_bytes;
    int max_degree;
    int64_t num_rounds;
    int64_t plan_ns;     /* making schedule and plan, the slowest rank; -1 where
                            that is not measured */
    int64_t sampling_ns; /* wall time of warm-up and samples, starts included */
    qdr_samples samples; /* none of an INVALID cell */
    int64_t num_inquiries; /* of all ranks in the last execution, of a row that
                              asks before it sends; else 0 */
    char *process;         /* hyperfine's JSON of a whole process, or NULL */
} qdr_measurement;

/* They release what they hold; zeroed ones are legal. */
void qdr_samples_cleanup(qdr_samples *samples);
void qdr_measurement_cleanup(qdr_measurement *measurement);

#endif
