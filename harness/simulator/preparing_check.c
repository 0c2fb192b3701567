/* harness/simulator/preparing_check.c -- compares the preprocessing of
 * two_stage with the files of a machine: a rank fills p x p entries as source,
 * and p x p as intermediate [ranka1995, Sec. 6.4], by loops of 32 and 22
 * instructions.
 *
 * Messages are short and software is free, so on 64 ranks all else, mostly the
 * control network, takes less than the shorter loop: it would be missed.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "harness/clock/clock.h"
#include "harness/simulator/timed_check.h"
#include "kernels/plan/api/plan_calls.h"
#include "kernels/quadrille.h"

enum { BYTES = 4, MAX_PROCS = 64 };

/* Every rank sends BYTES to its right neighbour. */
static qdr_plan *plan_ring(int p)
{
    qdr_message messages[MAX_PROCS];
    qdr_plan *planned = NULL;
    qdr_error error = {""};

    for (int src = 0; src < p; src++)
        messages[src] = (qdr_message){src, (src + 1) % p, BYTES};
    qdr_check_require(qdr_plan_pattern(&planned, "two_stage", NULL, p, messages,
                                       MPI_COMM_WORLD, &error),
                      &error);
    return planned;
}

static int check(const qdr_checked *checked)
{
    const int p = checked->p;
    char send[BYTES] = {0}, receive[BYTES];
    qdr_plan *planned;
    qdr_error error = {""};
    int64_t begin, found_ns;
    double expected_ns = 54.0 * p * p * checked->hardware->instruction_ns;
    int is_off;

    if (p > MAX_PROCS)
        MPI_Abort(MPI_COMM_WORLD, 1);
    planned = plan_ring(p);
    begin = qdr_check_begin();
    qdr_check_require(qdr_plan_execute(planned, send, receive, &error), &error);
    found_ns = qdr_clock_now_ns() - begin;
    is_off = expected_ns <= 0 || (double)found_ns < expected_ns ||
             (double)found_ns > 1.5 * expected_ns;
    printf("two_stage on %d ranks: %lld ns, %.0f of them preparing%s\n", p,
           (long long)found_ns, expected_ns, is_off ? "  OFF" : "");
    qdr_plan_free(&planned);
    return is_off;
}

int main(int argc, char **argv)
{
    return qdr_checks_run(argc, argv, check);
}
