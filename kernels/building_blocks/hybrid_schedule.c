/* kernels/building_blocks/hybrid_schedule.c -- the schedule of a hybrid; see
 * hybrid_schedule.h.
 *
 * Stage by stage: a group takes part in a stage with a root if its ranks hold
 * data: those whose places in the later dimensions are the root's.
 */
#include "kernels/building_blocks/hybrid_schedule.h"

#include "kernels/building_blocks/share.h"

/* A schedule being made. */
typedef struct maker {
    const qdr_hybrid *hybrid;
    const qdr_problem *problem;
    qdr_pieces pieces;
    /* The member and the stage at hand. */
    int rank;
    const qdr_stage *stage;
    qdr_group group;
    int64_t first_round; /* of the stage */
    qdr_transfer message;
    int64_t round; /* of the message */
    bool wants_receives;
    qdr_error *error;
} maker;

/* The root; if the collective has none, the first rank. */
static int root_of(const qdr_problem *problem)
{
    return qdr_collective_has_root(problem->collective) ? problem->root : 0;
}

/* Whether `rank` has the root's places after a dimension. */
static bool is_behind_root(const maker *m, int rank, int dimension)
{
    for (int i = dimension + 1; i < m->hybrid->num_dimensions; i++)
        if (qdr_hybrid_coordinate(m->hybrid, i, rank) !=
            qdr_hybrid_coordinate(m->hybrid, i, root_of(m->problem)))
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
static qdr_share whole_of(const maker *m)
{
    int first = m->hybrid->num_long;

    return (qdr_share){m->hybrid, m->problem,
                       m->rank,   first,
                       0,         m->hybrid->dimensions[first].size - 1};
}

/* Whether `rank`, at `place` of the group, already has the data of a message:
 * of a broadcast, what it kept from the scatter in this dimension; of a
 * collect, where others have no bytes, what it gathered. */
static bool is_there(const maker *m, int rank, int place,
                     const qdr_group_message *message)
{
    qdr_collective collective = m->problem->collective;
    qdr_primitive primitive = m->stage->primitive;
    qdr_share kept = {.hybrid = m->hybrid,
                      .problem = m->problem,
                      .rank = rank,
                      .dimension = m->stage->dimension};
    qdr_share whole;

    if (!is_behind_root(m, rank, m->stage->dimension))
        return false;
    qdr_primitive_scattered(m->group, place, &kept.first, &kept.last);
    if (collective == QDR_BCAST && primitive == QDR_BUCKET_COLLECT)
        return kept.first <= message->first && message->last <= kept.last;
    if (collective != QDR_ALLGATHER || primitive != QDR_MST_BROADCAST)
        return false;
    whole = whole_of(m);
    return bytes_of(&kept) == bytes_of(&whole);
}

/* An interval of a message; the others join the first. */
static qdr_status add_interval(void *context, int64_t begin, int64_t end)
{
    maker *m = context;
    qdr_status status;

    m->message.offset = begin;
    m->message.bytes = end - begin;
    status = qdr_pieces_add(&m->pieces, m->round, m->message, m->error);
    m->message.joins = true;
    return status;
}

static qdr_status add_group_message(void *context,
                                    const qdr_group_message *message)
{
    maker *m = context;
    int dimension = m->stage->dimension;
    int place = qdr_hybrid_coordinate(m->hybrid, dimension, m->rank);
    int peer = m->rank + (message->peer - place) *
                             m->hybrid->dimensions[dimension].stride;
    int receiver = message->is_send ? peer : m->rank;
    const qdr_primitive_traits *row = qdr_primitive_at(m->stage->primitive);
    qdr_share share = {m->hybrid, m->problem,     m->rank,
                       dimension, message->first, message->last};

    if ((!message->is_send && !m->wants_receives) ||
        is_there(m, receiver, message->is_send ? message->peer : place,
                 message))
        return QDR_OK;
    if (row->is_whole)
        share = whole_of(m);
    m->round = m->first_round + message->round;
    m->message = (qdr_transfer){.src = message->is_send ? m->rank : peer,
                                .dst = receiver,
                                .num_blocks = 1,
                                .combines = row->combines};
    return qdr_share_visit(&share, add_interval, m);
}

/* The work of `rank` in every stage. */
static qdr_status add_rank(maker *m, int rank)
{
    const qdr_hybrid *hybrid = m->hybrid;
    qdr_status status = QDR_OK;

    m->rank = rank;
    m->first_round = 0;
    for (int i = 0; i < hybrid->num_stages && status == QDR_OK; i++) {
        m->stage = &hybrid->stages[i];
        m->group =
            (qdr_group){hybrid->dimensions[m->stage->dimension].size,
                        qdr_hybrid_coordinate(hybrid, m->stage->dimension,
                                              root_of(m->problem))};
        if (qdr_primitive_at(m->stage->primitive)->is_among_all ||
            is_behind_root(m, rank, m->stage->dimension))
            status = qdr_primitive_visit(
                m->stage->primitive, m->group,
                qdr_hybrid_coordinate(hybrid, m->stage->dimension, rank),
                add_group_message, m);
        m->first_round +=
            qdr_primitive_rounds(m->stage->primitive, m->group.size);
    }
    return status;
}

qdr_status qdr_hybrid_schedule(const qdr_hybrid *hybrid,
                               const qdr_problem *problem,
                               qdr_schedule *schedule, qdr_error *error)
{
    maker m = {.hybrid = hybrid,
               .problem = problem,
               .wants_receives = problem->is_part,
               .error = error};
    int first = problem->is_part ? problem->rank : 0;
    int end = problem->is_part ? problem->rank + 1 : problem->num_procs;
    qdr_status status = QDR_OK;

    for (int rank = first; rank < end && status == QDR_OK; rank++)
        status = add_rank(&m, rank);
    if (problem->is_part)
        m.pieces.num_rounds = m.first_round;
    if (status == QDR_OK)
        status = qdr_schedule_init_pieces(schedule, problem->num_procs,
                                          &m.pieces, error);
    if (status == QDR_OK)
        schedule->forwards = true;
    qdr_pieces_cleanup(&m.pieces);
    return status;
}
