/* kernels/building_blocks/strategies_test.c -- broadcasts whose early stages
 * are short [barnett1994, Sec. 6].
 *
 * The template of Figure 3 makes none of them, so they are made here of the
 * primitives: each dimension of the logical mesh is long (S, and C at the end)
 * or short (M), in any order, as MSC. Each is proved to be a broadcast. The
 * paper says that long stages come first in the optimal one.
 */
#include "kernels/building_blocks/primitive.h"
#include "kernels/core/proof/schedule_check.h"
#include "kernels/core/schedule/cost.h"
#include "kernels/testing/link_load.h"
#include "kernels/testing/unit_test.h"

enum { MAX_DIMENSIONS = 8, MAX_PROCS = 48 };

typedef struct strategy {
    int num_procs, num_dimensions;
    int sizes[MAX_DIMENSIONS], strides[MAX_DIMENSIONS];
    bool is_long[MAX_DIMENSIONS];
} strategy;

/* A broadcast being made, from rank 0, of a byte for each rank. */
typedef struct maker {
    const strategy *of;
    qdr_schedule_builder pieces;
    int rank, dimension; /* at hand */
    qdr_primitive primitive;
    int64_t first_round; /* of the stage */
    qdr_error error;
} maker;

static int place_of(const strategy *of, int dimension, int rank)
{
    return rank / of->strides[dimension] % of->sizes[dimension];
}

/* Whether `rank` has the data before the stage of a dimension. */
static bool is_reached(const strategy *of, int dimension, int rank)
{
    return rank < of->strides[dimension] * of->sizes[dimension];
}

/* What the receiver kept of the scatter in this dimension. */
static bool is_there(const maker *m, int receiver,
                     const qdr_group_message *message)
{
    qdr_group group = {m->of->sizes[m->dimension], 0};
    int first, last;

    if (m->primitive != QDR_BUCKET_COLLECT ||
        !is_reached(m->of, m->dimension, receiver))
        return false;
    qdr_primitive_scattered(group, place_of(m->of, m->dimension, receiver),
                            &first, &last);
    return first <= message->first && message->last <= last;
}

static qdr_status add_message(void *context, const qdr_group_message *message)
{
    maker *m = context;
    const strategy *of = m->of;
    int place = place_of(of, m->dimension, m->rank);
    int peer = m->rank + (message->peer - place) * of->strides[m->dimension];
    int64_t begin = 0, width = of->num_procs;

    if (!message->is_send || is_there(m, peer, message))
        return QDR_OK;
    for (int i = 0; i < m->dimension; i++)
        if (of->is_long[i]) {
            width /= of->sizes[i];
            begin += width * place_of(of, i, m->rank);
        }
    if (of->is_long[m->dimension]) {
        width /= of->sizes[m->dimension];
        begin += message->first * width;
        width *= message->last - message->first + 1;
    }
    return qdr_schedule_builder_add(&m->pieces, m->first_round + message->round,
                                    (qdr_transfer){.src = m->rank,
                                                   .dst = peer,
                                                   .offset = begin,
                                                   .bytes = width,
                                                   .num_blocks = 1},
                                    &m->error);
}

static void add_stage(maker *m, qdr_primitive primitive, int dimension)
{
    const qdr_group of_dimension = {m->of->sizes[dimension], 0};
    bool is_among_all = qdr_primitive_at(primitive)->is_among_all;

    m->primitive = primitive;
    m->dimension = dimension;
    for (m->rank = 0; m->rank < m->of->num_procs; m->rank++)
        if (is_among_all || is_reached(m->of, dimension, m->rank))
            assert_ok(qdr_primitive_visit(primitive, of_dimension,
                                          place_of(m->of, dimension, m->rank),
                                          add_message, m));
    m->first_round += qdr_primitive_rounds(primitive, of_dimension.size);
}

/* Its rounds, and the bytes that follow one another on links, and at ports. */
typedef struct costs {
    int64_t alpha, links, ports;
} costs;

static costs cost_of(const strategy *of)
{
    const qdr_mode mode = {.kind = QDR_POSTED};
    const qdr_problem problem = {.collective = QDR_BCAST,
                                 .num_procs = of->num_procs,
                                 .vector.bytes = of->num_procs};
    maker m = {.of = of, .pieces.forwards = true};
    qdr_schedule schedule = {0};
    qdr_schedule_report report;
    qdr_cost cost;
    costs found;

    for (int i = 0; i < of->num_dimensions; i++)
        add_stage(&m, of->is_long[i] ? QDR_MST_SCATTER : QDR_MST_BROADCAST, i);
    for (int i = of->num_dimensions - 1; i >= 0; i--)
        if (of->is_long[i])
            add_stage(&m, QDR_BUCKET_COLLECT, i);
    assert_ok(qdr_schedule_builder_finish(&m.pieces, QDR_OK, of->num_procs,
                                          &schedule, &m.error));
    if (qdr_schedule_check(&schedule, &problem, true, &mode, &report,
                           &m.error) != QDR_OK)
        fail_msg("%s", m.error.text);
    assert_ok(qdr_cost_of_schedule(&schedule, &cost, &m.error));
    found =
        (costs){cost.alpha, qdr_link_load(&schedule, of->num_procs), cost.beta};
    qdr_schedule_cleanup(&schedule);
    return found;
}

/* The same dimensions, the long ones first. */
static strategy sort_long_first(const strategy *of)
{
    strategy sorted = {.num_procs = of->num_procs};

    for (int wanted = 1; wanted >= 0; wanted--)
        for (int i = 0; i < of->num_dimensions; i++)
            if (of->is_long[i] == (wanted == 1)) {
                int next = sorted.num_dimensions++;
                sorted.sizes[next] = of->sizes[i];
                sorted.is_long[next] = of->is_long[i];
            }
    for (int i = 0, stride = 1; i < sorted.num_dimensions; i++) {
        sorted.strides[i] = stride;
        stride *= sorted.sizes[i];
    }
    return sorted;
}

/* Every choice in each dimension of a mesh; returns how many have a short stage
 * before a long one. */
static int compare_choices(strategy *of)
{
    int num_early = 0;

    for (unsigned chosen = 0; chosen < 1U << of->num_dimensions; chosen++) {
        bool is_early = false;
        for (int i = 0; i < of->num_dimensions; i++) {
            of->is_long[i] = chosen >> i & 1;
            is_early |= i > 0 && of->is_long[i] && !of->is_long[i - 1];
        }
        costs found = cost_of(of);
        if (is_early) {
            strategy sorted = sort_long_first(of);
            costs best = cost_of(&sorted);
            assert_int_equal(best.alpha, found.alpha);
            assert_true(best.links < found.links);
            assert_true(best.ports < found.ports);
            num_early++;
        }
    }
    return num_early;
}

/* Every way to write `left` as a product, times the dimensions that are there.
 */
static int compare_meshes(strategy *of, int left)
{
    int last = of->num_dimensions, num_early = 0;

    if (left == 1)
        return compare_choices(of);
    for (int d = 2; d <= left; d++)
        if (left % d == 0) {
            of->sizes[last] = d;
            of->strides[last] = of->num_procs / left;
            of->num_dimensions = last + 1;
            num_early += compare_meshes(of, left / d);
            of->num_dimensions = last;
        }
    return num_early;
}

/* As many rounds, and less on links and at ports: better for every length. */
TEST(long_stages_first)
{
    int num_early = 0;

    for (int p = 2; p <= MAX_PROCS; p++) {
        strategy of = {.num_procs = p};
        num_early += compare_meshes(&of, p);
    }
    print_message("%d strategies with a short stage before a long one\n",
                  num_early);
    assert_true(num_early > 0);
}

TEST(short_stage_first_by_hand)
{
    /* MSC on 2 x 3: 6 bytes once, then 4 scattered by two groups at once, and
     * 2 in each of 2 rounds of their collects, which share links. */
    const strategy msc = {6, 2, {2, 3}, {1, 2}, {false, true}};
    costs found = cost_of(&msc);

    assert_int_equal(found.alpha, 1 + 2 + 2);
    assert_int_equal(found.ports, 6 + 4 + 4);
    assert_int_equal(found.links, 6 + 2 * 4 + 2 * 4);
}
