/* kernels/schedule_cut_test.c -- schedules whose messages travel in parts.
 *
 * For p = 1..33 and 64, every kind of pattern and every algorithm that sends
 * messages straight: the checker proves that every byte arrives once, and that
 * no rank waits for ever, up to 9 ranks in any mode; and a rank that knows only
 * its own parts has the same operations as in the whole schedule.
 */
#include <stdio.h>
#include <stdlib.h>

#include "kernels/core/base/rng.h"
#include "kernels/core/schedule/schedule_cut.h"
#include "kernels/kernel.h"
#include "kernels/testing/pattern_kinds.h"
#include "kernels/testing/schedules.h"
#include "kernels/testing/unit_test.h"

enum { MAX_PARTS = 4 /* of a message */, MAX_IN_ALL_MODES = 9 /* ranks */ };

/* Parts of about half of the messages to or from `rank`; -1: any. Those of a
 * message depend on it alone. */
static void make_parts(qdr_message_split *parts, const qdr_pattern *pattern,
                       int rank)
{
    *parts = (qdr_message_split){
        malloc(((size_t)pattern->num_messages * MAX_PARTS + 1) *
               sizeof *parts->parts),
        0};
    assert_non_null(parts->parts);
    for (int64_t m = 0; m < pattern->num_messages; m++) {
        qdr_message left = pattern->messages[m];
        uint64_t key =
            qdr_mix64((uint64_t)left.src * 1000 + (uint64_t)left.dst);
        int count = 1 + (int)(key % MAX_PARTS);
        if (left.src == left.dst || left.bytes < count || count < 2 ||
            (rank >= 0 && left.src != rank && left.dst != rank))
            continue;
        for (int i = 0; i < count; i++) {
            qdr_message part = left;
            if (i < count - 1)
                part.bytes = 1 + (left.bytes - count) / (i + 2);
            if (part.bytes > left.bytes - (count - 1 - i))
                part.bytes = left.bytes - (count - 1 - i);
            parts->parts[parts->count++] = part;
            left.bytes -= part.bytes;
        }
    }
}

static void prove(const qdr_kernel *kernel, const qdr_problem *problem,
                  int64_t *num_cut)
{
    /* The parts of a message are in one round. */
    qdr_kernel any_port = *kernel;
    qdr_schedule whole = {0}, own = {0};
    qdr_message_split parts, own_parts;
    qdr_error error = {""};
    int rank = problem->num_procs / 2;
    int64_t num_before;

    any_port.flags &= ~(unsigned)QDR_ONE_PORT;
    assert_ok(qdr_kernel_build(kernel, problem, &whole, &error));
    assert_ok(qdr_kernel_build(kernel, problem, &own, &error));
    num_before = whole.num_transfers;
    make_parts(&parts, problem->messages.pattern, -1);
    make_parts(&own_parts, problem->messages.pattern, rank);
    assert_ok(qdr_schedule_cut(&whole, &parts, &error));
    assert_ok(qdr_schedule_cut(&own, &own_parts, &error));
    *num_cut += whole.num_transfers - num_before;
    if (problem->num_procs <= MAX_IN_ALL_MODES)
        qdr_assert_proved(&any_port, problem, &whole, kernel->name);
    else
        qdr_assert_proved_in(&any_port, problem, &whole, &kernel->mode,
                             kernel->name);
    qdr_assert_same_operations(&whole, &own, rank, kernel->name);
    qdr_schedule_cleanup(&whole);
    qdr_schedule_cleanup(&own);
    free(parts.parts);
    free(own_parts.parts);
}

static void try_algorithm(const qdr_kernel *kernel, int p, int64_t *num_cut)
{
    for (int kind = 0; kind < QDR_NUM_PATTERN_KINDS; kind++) {
        qdr_pattern pattern = {0};
        qdr_problem problem;
        qdr_error error = {""};

        assert_ok(qdr_pattern_init_kind(&pattern, kind, p, &error));
        problem = qdr_problem_of(kernel, &pattern, 1);
        if (qdr_kernel_accepts(kernel, &problem, &error) == QDR_OK)
            prove(kernel, &problem, num_cut);
        qdr_pattern_cleanup(&pattern);
    }
}

TEST(all)
{
    for (int k = 0; k < qdr_kernel_count(); k++) {
        const qdr_kernel *kernel = qdr_kernel_at(k);
        int64_t num_cut = 0;
        if (kernel->kind != QDR_DIRECT || kernel->candidates != NULL)
            continue;
        for (int p = 1; p <= 34; p++)
            try_algorithm(kernel, p == 34 ? 64 : p, &num_cut);
        if (num_cut == 0)
            fail_msg("%s: no message was cut", kernel->name);
    }
}
