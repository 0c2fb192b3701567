/* kernels/building_blocks/hybrid_model.c -- see hybrid_model.h. */
#include "kernels/building_blocks/hybrid_model.h"

#include "kernels/core/network/network.h"

/* The share of the vector that travels on a stage's critical path. */
typedef struct share {
    int64_t parts, of;
} share;

static share share_of(const qdr_stage_shape *stage)
{
    if (qdr_primitive_at(stage->primitive)->is_whole)
        return (share){qdr_primitive_rounds(stage->primitive, stage->size),
                       stage->shares};
    return (share){stage->size - 1, stage->size * stage->shares};
}

/* How many groups that are at work share the links of a line: those whose ranks
 * lie between one another. In a stage with a root only those are at work that
 * dimensions before it have reached. */
static int count_interleaved(const qdr_hybrid *hybrid, const qdr_stage *stage)
{
    const qdr_dimension *own = &hybrid->dimensions[stage->dimension];
    bool is_among_all = qdr_primitive_at(stage->primitive)->is_among_all;
    int count = 1;

    for (int i = 0; i < hybrid->num_dimensions; i++) {
        const qdr_dimension *other = &hybrid->dimensions[i];
        if (other->line == own->line && other->stride < own->stride &&
            (is_among_all || i < stage->dimension))
            count *= other->size;
    }
    return count;
}

static qdr_stage_shape shape_of(const qdr_hybrid *hybrid,
                                const qdr_stage *stage)
{
    const qdr_dimension *of = &hybrid->dimensions[stage->dimension];
    bool is_whole = qdr_primitive_at(stage->primitive)->is_whole;

    return (qdr_stage_shape){stage->primitive, of->size,
                             qdr_hybrid_shares(hybrid, is_whole
                                                           ? hybrid->num_long
                                                           : stage->dimension),
                             count_interleaved(hybrid, stage), of->stride};
}

/* How many messages of a stage share a link. */
static int count_on_link(const qdr_stage_shape *stage,
                         const qdr_network *network)
{
    return network->topology == QDR_SWITCHED ? 1 : stage->interleaved;
}

/* And how many a node: those that it sends and receives at the same time. */
static int count_on_node(const qdr_stage_shape *stage,
                         const qdr_network *network)
{
    return network->duplex == QDR_DUPLEX_HALF &&
                   qdr_primitive_at(stage->primitive)->is_among_all
               ? 2
               : 1;
}

static int count_sharing(const qdr_stage_shape *stage,
                         const qdr_network *network)
{
    int on_link = count_on_link(stage, network);
    int on_node = count_on_node(stage, network);

    return on_link > on_node ? on_link : on_node;
}

qdr_model qdr_model_of(const qdr_hybrid *hybrid, const qdr_network *network)
{
    qdr_model sum = {0, {0, 1}, {0, 1}};

    for (int i = 0; i < hybrid->num_stages; i++) {
        qdr_stage_shape stage = shape_of(hybrid, &hybrid->stages[i]);
        share moved = share_of(&stage);
        qdr_rational fraction = qdr_rational_of(moved.parts, moved.of);
        sum.alpha += qdr_hybrid_stage_rounds(hybrid, &hybrid->stages[i]);
        sum.beta = qdr_rational_add(
            sum.beta,
            qdr_rational_multiply(
                fraction, qdr_rational_of(count_sharing(&stage, network), 1)));
        if (qdr_primitive_at(stage.primitive)->combines)
            sum.gamma = qdr_rational_add(sum.gamma, fraction);
    }
    return sum;
}

/* On one level; `on_adapter` messages share a node's. */
static double level_us(const qdr_stage_shape *stage, const qdr_network *network,
                       int64_t bytes, int on_adapter)
{
    share share = share_of(stage);
    double moved = (double)share.parts / (double)share.of * (double)bytes;
    double on_link = count_on_link(stage, network) / network->link_excess;
    double on_node = count_on_node(stage, network) * on_adapter;
    bool combines = qdr_primitive_at(stage->primitive)->combines;
    int rounds = qdr_primitive_rounds(stage->primitive, stage->size);

    double message_us =
        rounds > 0 ? qdr_network_message_us(network, moved / rounds) : 0;

    return rounds * message_us +
           network->beta_ns * 1e-3 * moved *
               (on_link > on_node ? on_link : on_node) +
           (combines ? network->gamma_ns * 1e-3 * moved : 0);
}

/* Whether the stage is a tree whose members fill several nodes, which it halves
 * into whole ones. */
static bool is_tree_of_nodes(const qdr_stage_shape *stage,
                             const qdr_network *network)
{
    int64_t node = network->node_ranks, own, nodes;

    if (qdr_primitive_at(stage->primitive)->is_among_all ||
        stage->stride >= node || node % stage->stride != 0)
        return false;
    own = node / stage->stride;
    nodes = stage->size / own;
    return nodes > 1 && stage->size % own == 0 && (nodes & (nodes - 1)) == 0;
}

/* Messages of a stage that leave a node at the same time. Of a ring that begins
 * within a node some go on, and some go back to its beginning. */
static int count_on_adapter(const qdr_stage_shape *stage,
                            const qdr_network *network)
{
    int node_ranks = network->node_ranks;
    bool returns = qdr_primitive_at(stage->primitive)->is_among_all &&
                   node_ranks > 0 &&
                   stage->stride * stage->size % node_ranks != 0;

    return qdr_network_on_adapter(network, (int64_t)(returns ? 2 : 1) *
                                               stage->interleaved);
}

/* On a network with levels. */
static double levels_us(const qdr_stage_shape *stage,
                        const qdr_network *network, int64_t bytes)
{
    const qdr_network inside = qdr_network_inside(network);
    const qdr_network between = qdr_network_between(network);
    qdr_stage_shape far = *stage, near = *stage;

    if (qdr_network_is_inside(network, stage->stride, stage->size))
        return level_us(stage, &inside, bytes, 1);
    if (is_tree_of_nodes(stage, network)) {
        near.size = (int)(network->node_ranks / stage->stride);
        far.size /= near.size;
        if (!qdr_primitive_at(stage->primitive)->is_whole)
            near.shares *= far.size;
        return level_us(&near, &inside, bytes, 1) +
               level_us(&far, &between, bytes,
                        qdr_network_on_adapter(network, stage->interleaved));
    }
    return level_us(stage, &between, bytes, count_on_adapter(stage, network));
}

/* Choosing tries thousands of stages: one level needs no other networks. */
double qdr_model_stage_us(const qdr_stage_shape *stage,
                          const qdr_network *network, int64_t bytes)
{
    return qdr_network_has_levels(network) ? levels_us(stage, network, bytes)
                                           : level_us(stage, network, bytes, 1);
}

double qdr_model_time_us(const qdr_hybrid *hybrid, const qdr_network *network,
                         int64_t bytes)
{
    double sum = 0;

    for (int i = 0; i < hybrid->num_stages; i++) {
        qdr_stage_shape stage = shape_of(hybrid, &hybrid->stages[i]);
        sum += qdr_model_stage_us(&stage, network, bytes);
    }
    return sum;
}
