/* kernels/building_blocks/folded.c -- see folded.h. */
#include "kernels/building_blocks/folded.h"

#include "kernels/building_blocks/choice.h"
#include "kernels/building_blocks/folding.h"
#include "kernels/building_blocks/hybrid_schedule.h"

enum { BEST = -1, MAX_TRIED = 16 };

enum { FOLDED };
const qdr_parameter qdr_folded_parameters[] = {
    [FOLDED] = {.name = "folded",
                .plural = "numbers_folded",
                .unit = "ranks",
                .summary = "ranks folded onto a neighbour; -1: as many as are "
                           "fastest here",
                .type = QDR_INTEGER,
                .default_value = "-1",
                .min = BEST,
                .max = QDR_MAX_PROCS / 2},
    {0}};

/* A problem, its pairs, and the hybrid among those that take part. */
typedef struct folding {
    qdr_folding pairs;
    qdr_problem inner;
    qdr_hybrid hybrid;
    double time_us;
} folding;

/* The fastest hybrid among p - r; returns its time, the folding included. */
static double choose(const qdr_problem *problem, int num_folded,
                     qdr_shape *out_shape, qdr_error *error)
{
    const qdr_folding pairs = qdr_folding_of(problem, num_folded);
    qdr_network network = *qdr_problem_network(problem);
    const qdr_choice_input input = {
        .collective = problem->collective,
        .num_procs = problem->num_procs - num_folded,
        .bytes = problem->vector.bytes,
        .order = QDR_NEAR_FIRST,
        .network = &network,
        .may_exchange = problem->collective == QDR_ALLREDUCE,
        .is_ordered = problem->vector.is_ordered};
    qdr_hybrid hybrid;

    /* The remaining ranks do not fill the rows of a mesh, nor nodes. */
    if (num_folded > 0 && network.topology == QDR_MESH)
        network.topology = QDR_LINE;
    if (num_folded > 0)
        network.node_ranks = 0;
    if (qdr_choose(&input, out_shape, error) != QDR_OK)
        return -1;
    qdr_hybrid_init(&hybrid, problem->collective, out_shape);
    return qdr_model_time_us(&hybrid, &network, problem->vector.bytes) +
           qdr_folding_us(&pairs);
}

/* The number of ranks beyond a power of two. */
static int to_power_of_two(int num_procs)
{
    int power = 1;

    while (power <= num_procs / 2)
        power *= 2;
    return num_procs - power;
}

/* All numbers up to `max`, and `last`, if it is more. */
static int next_tried(int folded, int max, int last)
{
    return folded < max || folded == last ? folded + 1 : last;
}

static qdr_status fold(folding *f, const qdr_problem *problem, qdr_error *error)
{
    int64_t given = qdr_values_integer(problem->values, FOLDED);
    int max = problem->num_procs / 2, first = 0, num_folded = 0;
    int last = to_power_of_two(problem->num_procs);
    qdr_shape shape = {0}, tried = {0};

    *f = (folding){.time_us = -1};
    if (given > max)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "folded: %lld of %d ranks; accepted: -1 to %d",
                        (long long)given, problem->num_procs, max);
    if (given != BEST)
        first = max = last = (int)given;
    else if (max > MAX_TRIED)
        max = MAX_TRIED;
    if (last < max)
        last = max;
    for (int r = first; r <= last; r = next_tried(r, max, last)) {
        double us = choose(problem, r, &tried, error);
        if (us < 0)
            return QDR_ERROR_MEMORY;
        if (f->time_us < 0 || us < f->time_us) {
            f->time_us = us;
            shape = tried;
            num_folded = r;
        }
    }
    qdr_hybrid_init(&f->hybrid, problem->collective, &shape);
    f->pairs = qdr_folding_of(problem, num_folded);
    f->inner = *problem;
    f->inner.num_procs = problem->num_procs - num_folded;
    f->inner.vector.root =
        qdr_collective_has_root(problem->collective)
            ? qdr_folding_number(&f->pairs, problem->vector.root)
            : 0;
    f->inner.view.rank = problem->view.is_part
                             ? qdr_folding_number(&f->pairs, problem->view.rank)
                             : 0;
    return QDR_OK;
}

/* The rounds of the hybrid, among the ranks that take part, from `first` on. */
static qdr_status add_inner(const folding *f, int64_t first,
                            qdr_schedule_builder *builder, qdr_error *error)
{
    qdr_schedule inner = {0};
    bool is_outside = f->inner.view.is_part && f->inner.view.rank < 0;
    qdr_status status =
        is_outside ? QDR_OK
                   : qdr_hybrid_schedule(&f->hybrid, &f->inner, &inner, error);

    for (int64_t i = 0; i < inner.num_rounds; i++)
        for (int64_t t = inner.round_begin[i];
             t < inner.round_begin[i + 1] && status == QDR_OK; t++) {
            qdr_transfer moved = inner.transfers[t];
            moved.src = qdr_folding_rank(&f->pairs, moved.src);
            moved.dst = qdr_folding_rank(&f->pairs, moved.dst);
            status = qdr_schedule_builder_add(builder, first + i, moved, error);
        }
    qdr_schedule_cleanup(&inner);
    return status;
}

qdr_status qdr_folded_check(const qdr_kernel *kernel,
                            const qdr_problem *problem, qdr_error *error)
{
    folding f;

    (void)kernel;
    return fold(&f, problem, error);
}

qdr_status qdr_folded_build(const qdr_problem *problem, qdr_schedule *schedule,
                            qdr_error *error)
{
    qdr_schedule_builder builder = {.forwards = true};
    folding f;
    int64_t num_rounds = 0;
    qdr_status status = fold(&f, problem, error);

    if (status == QDR_OK)
        num_rounds = qdr_hybrid_rounds(&f.hybrid);
    if (status == QDR_OK)
        status = qdr_folding_add(&f.pairs, true, 0, &builder, error);
    if (status == QDR_OK)
        status = add_inner(&f, 1, &builder, error);
    if (status == QDR_OK)
        status =
            qdr_folding_add(&f.pairs, false, num_rounds + 1, &builder, error);
    /* Every rank's part has as many rounds. */
    if (problem->view.is_part)
        builder.num_rounds = num_rounds + 2;
    return qdr_schedule_builder_finish(&builder, status, problem->num_procs,
                                       schedule, error);
}

qdr_status qdr_folded_predict(const qdr_problem *problem, double *out_us,
                              qdr_error *error)
{
    folding f;
    qdr_status status = fold(&f, problem, error);

    if (status == QDR_OK)
        *out_us = f.time_us;
    return status;
}

qdr_status qdr_folded_cost(const qdr_problem *problem, qdr_cost *out_cost,
                           qdr_error *error)
{
    folding f;
    qdr_status status = fold(&f, problem, error);

    if (status != QDR_OK)
        return status;
    *out_cost = qdr_hybrid_cost(&f.hybrid, &f.inner);
    qdr_folding_add_cost(&f.pairs, out_cost);
    return QDR_OK;
}
