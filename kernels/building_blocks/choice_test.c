/* kernels/building_blocks/choice_test.c -- the choice is the best of all
 * hybrids. */
#include <string.h>

#include "kernels/building_blocks/choice.h"
#include "kernels/building_blocks/hybrid_schedule.h"
#include "kernels/testing/unit_test.h"

static const qdr_collective collectives[] = {
    QDR_BCAST,  QDR_SCATTER,   QDR_GATHER,        QDR_ALLGATHER,
    QDR_REDUCE, QDR_ALLREDUCE, QDR_REDUCE_SCATTER};

static qdr_hybrid compare(const qdr_choice_input *input)
{
    int columns = qdr_input_columns(input);
    qdr_ranked best = {0};
    qdr_shape chosen = {0};
    qdr_hybrid hybrid;
    qdr_error error = {""};
    double us;

    assert_int_equal(qdr_rank_hybrids(input, NULL, &best, 1), 1);
    assert_ok(qdr_choose(input, &chosen, &error));
    qdr_hybrid_init(&hybrid, input->collective, &chosen);
    assert_int_equal(hybrid.num_procs, input->num_procs);
    us = qdr_model_time_us(&hybrid, input->network, input->bytes);
    if (us > best.time_us * (1 + 1e-12))
        fail_msg("%s, p = %d, %d columns, order %d, %lld bytes: chosen %.6f "
                 "us, best %.6f us",
                 qdr_collective_string(input->collective), input->num_procs,
                 columns, input->order, (long long)input->bytes, us,
                 best.time_us);
    return hybrid;
}

/* The best of those that combine in the order of ranks, which is near first. */
static void compare_ordered(const qdr_choice_input *of)
{
    qdr_choice_input input = *of;
    qdr_hybrid hybrid;

    if (!qdr_collective_combines(of->collective) || of->order != QDR_NEAR_FIRST)
        return;
    input.is_ordered = true;
    hybrid = compare(&input);
    assert_true(qdr_hybrid_is_ordered(&hybrid));
}

TEST(best_of_all)
{
    static const struct {
        int procs, rows, columns;
        qdr_network_topology topology;
        int node_ranks; /* with levels */
    } layouts[] = {{1, 0, 0, QDR_LINE, 0},       {2, 0, 0, QDR_LINE, 0},
                   {7, 0, 0, QDR_LINE, 0},       {30, 0, 0, QDR_LINE, 0},
                   {64, 0, 0, QDR_LINE, 0},      {360, 0, 0, QDR_LINE, 0},
                   {20, 4, 5, QDR_MESH, 0},      {64, 8, 8, QDR_MESH, 0},
                   {96, 8, 12, QDR_MESH, 0},     {512, 16, 32, QDR_MESH, 0},
                   {450, 15, 30, QDR_MESH, 0},   {403, 13, 31, QDR_MESH, 0},
                   {1, 0, 0, QDR_SWITCHED, 0},   {33, 0, 0, QDR_SWITCHED, 0},
                   {64, 0, 0, QDR_SWITCHED, 0},  {360, 0, 0, QDR_SWITCHED, 0},
                   {64, 0, 0, QDR_SWITCHED, 16}, {96, 0, 0, QDR_SWITCHED, 12},
                   {12, 0, 0, QDR_SWITCHED, 12}};
    static const int64_t lengths[] = {0, 8, 1000, 65536, 1 << 20, 1 << 26};

    for (size_t l = 0; l < sizeof layouts / sizeof *layouts; l++)
        for (size_t c = 0; c < sizeof collectives / sizeof *collectives; c++)
            for (int order = 0; order < QDR_NUM_ORDERS; order++)
                for (size_t n = 0; n < sizeof lengths / sizeof *lengths; n++)
                    for (int excess = 1; excess < 10; excess += 8) {
                        const qdr_network network = {
                            .alpha_us = 100,
                            .beta_ns = 50,
                            .gamma_ns = 20,
                            .link_excess = excess,
                            .topology = layouts[l].topology,
                            .rows = layouts[l].rows,
                            .columns = layouts[l].columns,
                            .inside_alpha_us = layouts[l].node_ranks,
                            .inside_beta_ns = layouts[l].node_ranks,
                            .node_ranks = layouts[l].node_ranks,
                            .adapter_ranks = layouts[l].node_ranks / 2};
                        const qdr_choice_input input = {
                            .collective = collectives[c],
                            .num_procs = layouts[l].procs,
                            .bytes = lengths[n],
                            .order = (qdr_order)order,
                            .network = &network,
                            .may_exchange =
                                collectives[c] == QDR_ALLREDUCE && n % 2 == 0};
                        (void)compare(&input);
                        compare_ordered(&input);
                    }
}

/* The transfers of a schedule that join another one's message, as an interval
 * of its own. */
static int64_t count_joined(const qdr_choice_input *input, int64_t bytes)
{
    const qdr_problem problem = {.collective = input->collective,
                                 .num_procs = input->num_procs,
                                 .vector.bytes = bytes};
    qdr_schedule schedule = {0};
    qdr_shape shape = {0};
    qdr_hybrid hybrid;
    qdr_error error = {""};
    int64_t count = 0;

    assert_ok(qdr_choose(input, &shape, &error));
    qdr_hybrid_init(&hybrid, input->collective, &shape);
    assert_ok(qdr_hybrid_schedule(&hybrid, &problem, &schedule, &error));
    for (int64_t t = 0; t < schedule.round_begin[schedule.num_rounds]; t++)
        count += schedule.transfers[t].joins;
    qdr_schedule_cleanup(&schedule);
    return count;
}

/* On a switched network no message is packed. Near first, as on a line, some
 * are: the count would find them. */
TEST(no_message_is_packed)
{
    static const qdr_collective owned[] = {QDR_ALLGATHER, QDR_REDUCE_SCATTER};
    const qdr_network network = {.alpha_us = 1, .beta_ns = 1, .link_excess = 1};
    int64_t num_near = 0;

    for (int c = 0; c < 2; c++)
        for (int p = 1; p <= 64; p += p == 33 ? 31 : 1)
            for (int64_t bytes = p; bytes < 1 << 22; bytes *= 7) {
                qdr_choice_input input = {
                    .collective = owned[c],
                    .num_procs = p,
                    .bytes = bytes,
                    .order =
                        qdr_choice_order(QDR_BEST_ORDER, owned[c], &network),
                    .network = &network};
                assert_int_equal(input.order, QDR_FAR_FIRST);
                assert_int_equal(count_joined(&input, bytes), 0);
                input.order = QDR_NEAR_FIRST;
                num_near += count_joined(&input, bytes);
            }
    assert_true(num_near > 1000);
    for (int c = 0; c < 2; c++) {
        qdr_choice_input input = {.collective = owned[c],
                                  .num_procs = 1024,
                                  .bytes = 1 << 18,
                                  .order = QDR_NEAR_FIRST,
                                  .network = &network};
        int64_t near = count_joined(&input, input.bytes), far;
        input.order = QDR_FAR_FIRST;
        far = count_joined(&input, input.bytes);
        print_message("%s, 1024 ranks, 256 KB: %.0f intervals a rank near "
                      "first, %.0f far first\n",
                      qdr_collective_string(owned[c]), (double)near / 1024,
                      (double)far / 1024);
        assert_int_equal(far, 0);
    }
}

TEST(orders)
{
    const qdr_network switched = {.link_excess = 1};
    const qdr_network line = {.link_excess = 1, .topology = QDR_LINE};

    for (size_t c = 0; c < sizeof collectives / sizeof *collectives; c++) {
        qdr_collective at = collectives[c];
        bool is_free =
            at == QDR_BCAST || at == QDR_REDUCE || at == QDR_ALLREDUCE;
        assert_int_equal(qdr_choice_order(QDR_BEST_ORDER, at, &switched),
                         is_free ? QDR_NEAR_FIRST : QDR_FAR_FIRST);
        assert_int_equal(qdr_choice_order(QDR_BEST_ORDER, at, &line),
                         QDR_NEAR_FIRST);
        for (int order = 0; order < QDR_NUM_ORDERS; order++)
            assert_int_equal(qdr_choice_order((qdr_order)order, at, &switched),
                             order);
    }
}

/* The time of the short or the long algorithm through rows and columns. */
static double pure_us(const qdr_choice_input *input, bool is_long)
{
    int columns = qdr_choice_columns(input->network, input->num_procs);
    qdr_shape shape = {.num_dimensions = 2,
                       .sizes = {columns, input->num_procs / columns},
                       .num_long = is_long ? 2 : 0,
                       .columns = columns};
    qdr_hybrid hybrid;

    qdr_hybrid_init(&hybrid, input->collective, &shape);
    return qdr_model_time_us(&hybrid, input->network, input->bytes);
}

/* On the Paragon's meshes, by its model: prints where the hybrid gains most
 * over the better of short and long, and the effect of the order of dimensions.
 * 13 x 31 has prime sides, which allow only short and long in each
 * [barnett1994, Sec. 6]. */
TEST(gain_on_meshes)
{
    static const int meshes[][2] = {{16, 32}, {15, 30}, {13, 31}};

    for (size_t m = 0; m < sizeof meshes / sizeof *meshes; m++)
        for (size_t c = 0; c < sizeof collectives / sizeof *collectives; c++) {
            const qdr_network network = {.alpha_us = 132.9,
                                         .beta_ns = 53.9,
                                         .gamma_ns = 12.5,
                                         .link_excess = 9.43,
                                         .topology = QDR_MESH,
                                         .rows = meshes[m][0],
                                         .columns = meshes[m][1]};
            double max = 0, order_max = 0;
            int64_t at = 0;
            qdr_primitive unused[2];
            if (qdr_hybrid_long_stages(collectives[c], unused) == 0)
                continue;
            for (int64_t bytes = 8; bytes <= 1 << 22; bytes *= 2) {
                qdr_choice_input input = {.collective = collectives[c],
                                          .num_procs =
                                              meshes[m][0] * meshes[m][1],
                                          .bytes = bytes,
                                          .order = QDR_NEAR_FIRST,
                                          .network = &network};
                double pure = pure_us(&input, false);
                double other = pure_us(&input, true);
                qdr_ranked near, far;
                if (other < pure)
                    pure = other;
                assert_int_equal(qdr_rank_hybrids(&input, NULL, &near, 1), 1);
                input.order = QDR_FAR_FIRST;
                assert_int_equal(qdr_rank_hybrids(&input, NULL, &far, 1), 1);
                assert_true(near.time_us <= pure * (1 + 1e-12));
                if (pure / near.time_us > max) {
                    max = pure / near.time_us;
                    at = bytes;
                }
                if (far.time_us / near.time_us > order_max)
                    order_max = far.time_us / near.time_us;
            }
            print_message("%dx%d, %s: hybrid %.2f times as fast at %lld "
                          "bytes; far first up to %.2f times as slow\n",
                          meshes[m][0], meshes[m][1],
                          qdr_collective_string(collectives[c]), max,
                          (long long)at, order_max);
            if (m < 2 && (collectives[c] == QDR_BCAST ||
                          collectives[c] == QDR_ALLREDUCE))
                assert_true(max >= 1.3);
        }
}
