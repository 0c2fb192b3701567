/* kernels/intercom/choice_test.c -- the choice is the best of all hybrids. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "kernels/intercom/ranking.h"

static const qdr_collective collectives[] = {
    QDR_BCAST,  QDR_SCATTER,   QDR_GATHER,        QDR_ALLGATHER,
    QDR_REDUCE, QDR_ALLREDUCE, QDR_REDUCE_SCATTER};

static void compare(const qdr_choice_input *input)
{
    int columns = qdr_choice_columns(input->network, input->num_procs);
    qdr_ranked best = {0};
    qdr_shape chosen = {0};
    qdr_hybrid hybrid;
    qdr_error error = {""};
    double us;

    assert_int_equal(qdr_rank_hybrids(input, NULL, &best, 1), 1);
    assert_int_equal(qdr_choose(input, &chosen, &error), QDR_OK);
    qdr_hybrid_init(&hybrid, input->collective, &chosen);
    assert_int_equal(hybrid.num_procs, input->num_procs);
    us = qdr_model_time_us(&hybrid, input->network, input->bytes);
    if (us > best.time_us * (1 + 1e-12))
        fail_msg("%s, p = %d, %d columns, order %d, %lld bytes: chosen %.6f "
                 "us, best %.6f us",
                 qdr_collective_string(input->collective), input->num_procs,
                 columns, input->order, (long long)input->bytes, us,
                 best.time_us);
}

static void test_best_of_all(void **state)
{
    static const struct {
        int procs, rows, columns;
    } layouts[] = {{1, 0, 0},   {2, 0, 0},     {7, 0, 0},     {30, 0, 0},
                   {64, 0, 0},  {360, 0, 0},   {20, 4, 5},    {64, 8, 8},
                   {96, 8, 12}, {512, 16, 32}, {450, 15, 30}, {403, 13, 31}};
    static const int64_t lengths[] = {0, 8, 1000, 65536, 1 << 20, 1 << 26};

    (void)state;
    for (size_t l = 0; l < sizeof layouts / sizeof *layouts; l++)
        for (size_t c = 0; c < sizeof collectives / sizeof *collectives; c++)
            for (int order = 0; order < QDR_NUM_ORDERS; order++)
                for (size_t n = 0; n < sizeof lengths / sizeof *lengths; n++)
                    for (int excess = 1; excess < 10; excess += 8) {
                        const qdr_network network = {100,
                                                     50,
                                                     20,
                                                     excess,
                                                     layouts[l].rows,
                                                     layouts[l].columns};
                        const qdr_choice_input input = {
                            collectives[c], layouts[l].procs, lengths[n],
                            (qdr_order)order, &network};
                        compare(&input);
                    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_best_of_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
