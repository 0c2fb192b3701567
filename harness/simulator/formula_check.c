/* harness/simulator/formula_check.c -- compares the cost formulas of algorithms
 * with simulated times.
 *
 * On an ideal network a message takes alpha + n beta at its receiver, and
 * nothing else takes time. There an algorithm with an exact formula takes alpha
 * cost.alpha + beta cost.beta if all ranks run the same round: in mode
 * `posted+barrier`, where a rank sends and receives at the same time. All
 * messages have one length, because for others the formula of an algorithm that
 * forwards is a bound only.
 */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "harness/clock/clock.h"
#include "harness/simulator/timed_check.h"
#include "kernels/kernel.h"
#include "kernels/plan/api/plan_calls.h"
#include "kernels/quadrille.h"

enum { BYTES = 1000, MAX_PROCS = 64 };

static const qdr_plan_options options = {.size = sizeof(qdr_plan_options),
                                         .mode = "posted+barrier"};

static bool is_exact(const qdr_kernel *kernel, int p)
{
    bool is_pow2 = (p & (p - 1)) == 0;

    return qdr_kernel_has_schedule(kernel) &&
           (kernel->exactness == QDR_EXACT ||
            (kernel->exactness == QDR_EXACT_FOR_POW2 && is_pow2));
}

/* Every rank sends BYTES to every other, or rank 0 broadcasts so many. */
static qdr_status plan(qdr_plan **out_plan, const qdr_kernel *kernel,
                       const qdr_pattern *all, qdr_error *error)
{
    if (kernel->collective == QDR_BCAST)
        return qdr_plan_bcast(out_plan, kernel->name, &options, BYTES, 0,
                              MPI_COMM_WORLD, error);
    return qdr_plan_pattern(out_plan, kernel->name, &options, all->num_messages,
                            all->messages, MPI_COMM_WORLD, error);
}

/* Of the last rank. */
static int64_t time_plan(qdr_plan *planned, qdr_error *error)
{
    static char send[MAX_PROCS * BYTES], receive[MAX_PROCS * BYTES];
    int64_t begin, own, longest;

    begin = qdr_check_begin();
    if (qdr_plan_execute(planned, send, receive, error) != QDR_OK)
        MPI_Abort(MPI_COMM_WORLD, 1);
    own = qdr_clock_now_ns() - begin;
    MPI_Allreduce(&own, &longest, 1, MPI_INT64_T, MPI_MAX, MPI_COMM_WORLD);
    return longest;
}

/* 1 if it is off by more than the rounding of both ends. */
static int check(const qdr_kernel *kernel, const qdr_pattern *all,
                 const qdr_checked *checked)
{
    qdr_problem problem = {.collective = kernel->collective,
                           .num_procs = all->num_procs};
    double beta_ns = 1e3 / checked->hardware->node_bandwidth_mb_s, expected_ns;
    qdr_plan *planned = NULL;
    qdr_error error = {""};
    qdr_cost cost;
    int64_t found_ns;
    int is_off;

    if (kernel->collective == QDR_BCAST)
        problem.vector.bytes = BYTES;
    else
        problem.messages.pattern = all;
    if (plan(&planned, kernel, all, &error) != QDR_OK ||
        qdr_kernel_cost(kernel, &problem, &cost, &error) != QDR_OK) {
        fprintf(stderr, "%s: %s\n", kernel->name, error.text);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    found_ns = time_plan(planned, &error);
    qdr_plan_free(&planned);
    expected_ns =
        (double)cost.alpha * (checked->software->receive_overhead_us * 1e3 +
                              QDR_CHECK_ENVELOPE_BYTES * beta_ns) +
        (double)cost.beta * beta_ns;
    is_off = fabs((double)found_ns - expected_ns) > 1;
    if (checked->rank == 0)
        printf("%-22s %3d ranks %9lld ns  %4lld alpha + %6lld beta = %.1f%s\n",
               kernel->name, all->num_procs, (long long)found_ns,
               (long long)cost.alpha, (long long)cost.beta, expected_ns,
               is_off ? "  OFF" : "");
    return is_off;
}

static qdr_status make_pattern(qdr_pattern *all, int p, qdr_error *error)
{
    static qdr_message messages[MAX_PROCS * MAX_PROCS];
    int count = 0;

    for (int src = 0; src < p; src++)
        for (int dst = 0; dst < p; dst++)
            if (src != dst)
                messages[count++] = (qdr_message){src, dst, BYTES};
    return qdr_pattern_init(all, p, messages, count, error);
}

static int check_all(const qdr_checked *checked)
{
    qdr_pattern all = {0};
    qdr_error error = {"too many ranks"};
    int num_off = 0, num_checked = 0;

    qdr_check_require(checked->p <= MAX_PROCS
                          ? make_pattern(&all, checked->p, &error)
                          : QDR_ERROR_INPUT,
                      &error);
    for (int i = 0; i < qdr_kernel_count(); i++) {
        const qdr_kernel *kernel = qdr_kernel_at(i);
        if (!is_exact(kernel, all.num_procs) || kernel->collective > QDR_BCAST)
            continue;
        num_off += check(kernel, &all, checked);
        num_checked++;
    }
    qdr_pattern_cleanup(&all);
    return num_checked < 5 ? 1 : num_off;
}

int main(int argc, char **argv)
{
    return qdr_checks_run(argc, argv, check_all);
}
