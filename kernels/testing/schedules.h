/* kernels/testing/schedules.h -- finds algorithms, and makes and proves their
 * schedules for tests: a failure ends the cmocka test. */
#ifndef QUADRILLE_KERNELS_TESTING_SCHEDULES_H
#define QUADRILLE_KERNELS_TESTING_SCHEDULES_H

#include "kernels/kernel.h"

/* qdr_kernel_named returns the algorithm of that name. */
const qdr_kernel *qdr_kernel_named(const char *name);

/* qdr_proved_procs returns the most ranks to prove schedules for: 64, or what
 * the variable PROVED_PROCS says, for builds with sanitizers. */
int qdr_proved_procs(void);

/* qdr_predict_named returns the prediction in us of the algorithm of that name
 * with the given parameters, "radix=3", and its defaults for others, on the
 * problem, whose collective and values do not count. */
double qdr_predict_named(const char *name, const char *parameters,
                         const qdr_problem *problem);

/* qdr_problem_of returns the problem of a pattern for an algorithm, with its
 * defaults; it lives as long as the pattern. One that needs levels has
 * qdr_test_levels. */
qdr_problem qdr_problem_of(const qdr_kernel *kernel, const qdr_pattern *pattern,
                           uint64_t seed);

/* qdr_build_named makes the schedule of the algorithm of that name, with seed
 * 0. Release it with qdr_schedule_cleanup. */
void qdr_build_named(const char *name, const qdr_pattern *pattern,
                     qdr_schedule *schedule);

/* qdr_build_complete: of the complete exchange of one byte between p ranks. */
void qdr_build_complete(const char *name, int p, qdr_schedule *schedule);

/* qdr_assert_equal: the same transfers in the same rounds. */
void qdr_assert_equal(const qdr_schedule *a, const qdr_schedule *b);

/* qdr_assert_same_operations: the rank does the same in both, whatever the
 * numbers of rounds that it is not in. */
void qdr_assert_same_operations(const qdr_schedule *whole,
                                const qdr_schedule *own, int rank,
                                const char *where);

/* qdr_assert_own_parts: each rank that plans its own part of a vector's
 * schedule gets just that part, in as many rounds as every other rank, since a
 * mode may have a barrier after each. */
void qdr_assert_own_parts(const qdr_kernel *kernel, const qdr_problem *problem,
                          const qdr_schedule *schedule, const char *where);

/* qdr_cost_holds returns whether an algorithm's formula agrees with its
 * schedule; if not, *error reports the difference. */
bool qdr_cost_holds(const qdr_kernel *kernel, const qdr_problem *problem,
                    const qdr_schedule *schedule, qdr_error *error);

/* The coefficients of a cost formula that were above 0 in some problem, and
 * those that the cost of a schedule equalled while they were. */
typedef struct qdr_reach {
    qdr_cost positive, reached; /* number of problems */
} qdr_reach;

/* qdr_reach_add adds a schedule of `problem` by the algorithm. */
void qdr_reach_add(qdr_reach *reach, const qdr_kernel *kernel,
                   const qdr_problem *problem, const qdr_schedule *schedule);

/* qdr_reach_holds returns whether a schedule cost as much as the formula, in
 * each coefficient that was above 0: qdr_cost_holds accepts any bound that is
 * too large. If not, *error names the coefficient. */
bool qdr_reach_holds(const qdr_reach *reach, qdr_error *error);

/* qdr_assert_proved_in: every byte once, the flags, and no deadlock in a mode.
 */
void qdr_assert_proved_in(const qdr_kernel *kernel, const qdr_problem *problem,
                          const qdr_schedule *schedule, const qdr_mode *mode,
                          const char *where);

/* qdr_assert_proved: every byte once, the flags, and no deadlock in any mode.
 */
void qdr_assert_proved(const qdr_kernel *kernel, const qdr_problem *problem,
                       const qdr_schedule *schedule, const char *where);

#endif
