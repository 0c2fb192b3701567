/* kernels/building_blocks/hybrid_schedule.c -- the schedule of a hybrid; see
 * hybrid_schedule.h.
 *
 * Stage by stage: a group takes part in a stage with a root if its ranks hold
 * data: those whose places in the later dimensions are the root's.
 */
#include "kernels/building_blocks/hybrid_schedule.h"

#include "kernels/building_blocks/share.h"

/* A schedule being made. */
typedef struct hybrid_builder {
    const qdr_hybrid *hybrid;
    const qdr_problem *problem;
    qdr_schedule_builder pieces;
    /* The member and the stage at hand. */
    int rank;
    const qdr_stage *stage;
    qdr_group group;
    int64_t first_round; /* of the stage */
    qdr_transfer message;
    int64_t round; /* of the message */
    bool wants_receives;
    qdr_error *error;
} hybrid_builder;

/* The root; if the collective has none, the first rank. */
static int root_of(const qdr_problem *problem)
{
    return qdr_collective_has_root(problem->collective) ? problem->vector.root
                                                        : 0;
}

/* Whether `rank` has the root's places after a dimension. */
static bool is_behind_root(const hybrid_builder *builder, int rank,
                           int dimension)
{
    for (int i = dimension + 1; i < builder->hybrid->num_dimensions; i++)
        if (qdr_hybrid_coordinate(builder->hybrid, i, rank) !=
            qdr_hybrid_coordinate(builder->hybrid, i,
                                  root_of(builder->problem)))
            return false;
    return true;
}

static qdr_status add_bytes(void *context, int64_t begin, int64_t end)
{
    int64_t *sum = context;

    *sum += end - begin;
    return QDR_OK;
}

static int64_t bytes_of(const qdr_share *share)
{
    int64_t sum = 0;

    (void)qdr_share_visit(share, add_bytes, &sum); /* add_bytes cannot fail */
    return sum;
}

/* A vector that travels whole is the share of all short dimensions. */
static qdr_share whole_of(const hybrid_builder *builder)
{
    int first = builder->hybrid->num_long;

    return (qdr_share){builder->hybrid,
                       builder->problem,
                       builder->rank,
                       first,
                       0,
                       builder->hybrid->dimensions[first].size - 1};
}

/* Whether `rank`, at `place` of the group, already has the data of a message:
 * of a broadcast, what it kept from the scatter in this dimension; of a
 * collect, where others have no bytes, what it gathered. */
static bool is_there(const hybrid_builder *builder, int rank, int place,
                     const qdr_group_message *message)
{
    qdr_collective collective = builder->problem->collective;
    qdr_primitive primitive = builder->stage->primitive;
    qdr_share kept = {.hybrid = builder->hybrid,
                      .problem = builder->problem,
                      .rank = rank,
                      .dimension = builder->stage->dimension};
    qdr_share whole;

    if (!is_behind_root(builder, rank, builder->stage->dimension))
        return false;
    qdr_primitive_scattered(builder->group, place, &kept.first, &kept.last);
    if (collective == QDR_BCAST && primitive == QDR_BUCKET_COLLECT)
        return kept.first <= message->first && message->last <= kept.last;
    if (collective != QDR_ALLGATHER || primitive != QDR_MST_BROADCAST)
        return false;
    whole = whole_of(builder);
    return bytes_of(&kept) == bytes_of(&whole);
}

/* An interval of a message; the others join the first. */
static qdr_status add_interval(void *context, int64_t begin, int64_t end)
{
    hybrid_builder *builder = context;
    qdr_status status;

    builder->message.offset = begin;
    builder->message.bytes = end - begin;
    status = qdr_schedule_builder_add(&builder->pieces, builder->round,
                                      builder->message, builder->error);
    builder->message.joins = true;
    return status;
}

/* The receiver's message of 0 bytes, a round before builder->message. */
static qdr_status ask(hybrid_builder *builder)
{
    return qdr_schedule_builder_add(&builder->pieces, builder->round - 1,
                                    (qdr_transfer){.src = builder->message.dst,
                                                   .dst = builder->message.src},
                                    builder->error);
}

static qdr_status add_group_message(void *context,
                                    const qdr_group_message *message)
{
    hybrid_builder *builder = context;
    int dimension = builder->stage->dimension;
    int place =
        qdr_hybrid_coordinate(builder->hybrid, dimension, builder->rank);
    int peer =
        builder->rank +
        (message->peer - place) * builder->hybrid->dimensions[dimension].stride;
    int receiver = message->is_send ? peer : builder->rank;
    const qdr_primitive_traits *row =
        qdr_primitive_at(builder->stage->primitive);
    qdr_share share = {builder->hybrid, builder->problem, builder->rank,
                       dimension,       message->first,   message->last};
    bool asks = qdr_hybrid_stage_asks(builder->hybrid, builder->stage);
    qdr_status status = QDR_OK;

    if ((!message->is_send && !builder->wants_receives) ||
        is_there(builder, receiver, message->is_send ? message->peer : place,
                 message))
        return QDR_OK;
    if (row->is_whole)
        share = whole_of(builder);
    builder->round =
        builder->first_round + (int64_t)(1 + asks) * message->round + asks;
    builder->message =
        (qdr_transfer){.src = message->is_send ? builder->rank : peer,
                       .dst = receiver,
                       .num_blocks = 1,
                       .combines = row->combines};
    if (asks && bytes_of(&share) > 0)
        status = ask(builder);
    return status == QDR_OK ? qdr_share_visit(&share, add_interval, builder)
                            : status;
}

/* The work of `rank` in every stage. */
static qdr_status add_rank(hybrid_builder *builder, int rank)
{
    const qdr_hybrid *hybrid = builder->hybrid;
    qdr_status status = QDR_OK;

    builder->rank = rank;
    builder->first_round = 0;
    for (int i = 0; i < hybrid->num_stages && status == QDR_OK; i++) {
        builder->stage = &hybrid->stages[i];
        builder->group =
            (qdr_group){hybrid->dimensions[builder->stage->dimension].size,
                        qdr_hybrid_coordinate(hybrid, builder->stage->dimension,
                                              root_of(builder->problem))};
        if (qdr_primitive_at(builder->stage->primitive)->is_among_all ||
            is_behind_root(builder, rank, builder->stage->dimension))
            status = qdr_primitive_visit(
                builder->stage->primitive, builder->group,
                qdr_hybrid_coordinate(hybrid, builder->stage->dimension, rank),
                add_group_message, builder);
        builder->first_round += qdr_hybrid_stage_rounds(hybrid, builder->stage);
    }
    return status;
}

qdr_status qdr_hybrid_schedule(const qdr_hybrid *hybrid,
                               const qdr_problem *problem,
                               qdr_schedule *schedule, qdr_error *error)
{
    hybrid_builder builder = {.hybrid = hybrid,
                              .problem = problem,
                              .wants_receives = problem->view.is_part,
                              .pieces = {.forwards = true},
                              .error = error};
    int first = problem->view.is_part ? problem->view.rank : 0;
    int end =
        problem->view.is_part ? problem->view.rank + 1 : problem->num_procs;
    qdr_status status = QDR_OK;

    for (int rank = first; rank < end && status == QDR_OK; rank++)
        status = add_rank(&builder, rank);
    if (problem->view.is_part)
        builder.pieces.num_rounds = builder.first_round;
    return qdr_schedule_builder_finish(&builder.pieces, status,
                                       problem->num_procs, schedule, error);
}
