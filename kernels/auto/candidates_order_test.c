/* kernels/auto/candidates_order_test.c -- what `auto` chooses from keeps the
 * order of its schedule in its mode: MPI forbids a posted receive over bytes
 * that are being sent. */

#include "kernels/core/program/program.h"
#include "kernels/kernel.h"
#include "kernels/testing/networks.h"
#include "kernels/testing/unit_test.h"

enum { MAX_PROCS = 17 /* ranks whose calls are followed */ };

/* Each rank reads and writes its bytes in the schedule's order. */
static void assert_order(const qdr_candidate *candidate,
                         const qdr_problem *problem)
{
    qdr_schedule schedule = {0};
    qdr_rank_schedules ranks = {0};
    qdr_mode mode = candidate->mode;
    qdr_error error = {""};

    qdr_mode_pace(&mode, qdr_problem_network(problem));
    assert_ok(qdr_kernel_build(candidate->kernel, problem, &schedule, &error));
    assert_ok(qdr_rank_schedules_init(&ranks, &schedule, 0, problem->num_procs,
                                      &error));
    for (int r = 0; r < problem->num_procs; r++) {
        const qdr_operation *own = ranks.operations + ranks.rank_begin[r];
        int64_t count = ranks.rank_begin[r + 1] - ranks.rank_begin[r];
        qdr_program program = {0};
        assert_ok(
            qdr_program_init(&program, own, count, &schedule, &mode, &error));
        if (qdr_check_order(&program, own, count, &schedule, r, &error) !=
            QDR_OK)
            fail_msg("%s, p = %d, %lld bytes: %s", candidate->kernel->name,
                     problem->num_procs, (long long)problem->vector.bytes,
                     error.text);
        qdr_program_cleanup(&program);
    }
    qdr_rank_schedules_cleanup(&ranks);
    qdr_schedule_cleanup(&schedule);
}

static void assert_orders(const qdr_problem *problem)
{
    const qdr_kernel *own = qdr_kernel_find_auto(problem->collective);

    for (const qdr_candidate *c = own->candidates; c->kernel != NULL; c++)
        if (qdr_kernel_accepts(c->kernel, problem, NULL) == QDR_OK)
            assert_order(c, problem);
}

TEST(vectors)
{
    static const int64_t lengths[] = {0, 8, 512, 4096, 32768, 1 << 20};
    enum { NUM_LENGTHS = sizeof lengths / sizeof *lengths };

    for (int c = QDR_BCAST; c <= QDR_REDUCE_SCATTER; c++)
        for (int n = 0; n < QDR_NUM_TEST_NETWORKS; n++)
            for (int p = 1; p <= MAX_PROCS; p++)
                for (int l = 0; l < NUM_LENGTHS; l++)
                    assert_orders(
                        &(qdr_problem){.collective = (qdr_collective)c,
                                       .num_procs = p,
                                       .vector.bytes = lengths[l],
                                       .network = &qdr_test_networks[n]});
}

TEST(messages)
{
    for (int p = 1; p <= MAX_PROCS; p++) {
        qdr_pattern pattern = {0};
        qdr_error error = {""};
        assert_ok(qdr_pattern_init_complete(&pattern, p, 8, &error));
        assert_orders(&(qdr_problem){.collective = QDR_ALLTOALLV,
                                     .num_procs = p,
                                     .messages.pattern = &pattern});
        assert_orders(&(qdr_problem){.collective = QDR_ALLTOALLV,
                                     .num_procs = p,
                                     .messages.pattern = &pattern,
                                     .network = &qdr_test_levels});
        qdr_pattern_cleanup(&pattern);
    }
}
