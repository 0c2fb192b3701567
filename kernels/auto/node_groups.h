/* kernels/auto/node_groups.h -- the stages of a collective by node, and the
 * problem that each group of ranks solves in a stage; see by_node.h. */
#ifndef QUADRILLE_KERNELS_AUTO_NODE_GROUPS_H
#define QUADRILLE_KERNELS_AUTO_NODE_GROUPS_H

#include "kernels/auto/node_parts.h"
#include "kernels/core/network/network.h"

/* What a stage moves. */
typedef enum qdr_stage_vector {
    QDR_STAGE_WHOLE, /* the vector */
    QDR_STAGE_PARTS, /* of the group's ranks, or of the leaders' nodes */
    QDR_STAGE_OTHERS /* the parts of other nodes, to those of a node */
} qdr_stage_vector;

/* A stage: what the ranks of each node do, or the leaders. */
typedef struct qdr_node_stage {
    qdr_collective collective;
    bool is_inside;
    qdr_stage_vector vector;
} qdr_node_stage;

enum { QDR_MAX_NODE_STAGES = 3 };

/* A problem, and its nodes. */
typedef struct qdr_node_groups {
    const qdr_problem *problem;
    qdr_node_map made; /* if the problem has no map */
    const qdr_node_map *nodes;
    qdr_network inside, between;
    qdr_node_parts parts; /* of the vector, if ranks have parts */
    int64_t *room;        /* for the parts of a group */
    int *leaders;         /* [num_nodes] */
    int *kinds;  /* [num_kinds]: nodes, one for each way in which they differ */
    int *fewest; /* [num_kinds]: of each kind a node with the fewest bytes */
    int num_kinds;
    qdr_node_stage stages[QDR_MAX_NODE_STAGES];
    int num_stages;
} qdr_node_groups;

/* qdr_node_groups_init groups the ranks of a problem, which lives longer. Nodes
 * of one kind have parts of the same lengths or, if `is_rough`, as many ranks;
 * then the kind's node is one with the most bytes. Release with
 * qdr_node_groups_cleanup. */
qdr_status qdr_node_groups_init(qdr_node_groups *g, const qdr_problem *problem,
                                bool is_rough, qdr_error *error);
void qdr_node_groups_cleanup(qdr_node_groups *g);

/* qdr_node_groups_rank returns a rank of a node, by its place there. */
int qdr_node_groups_rank(const qdr_node_groups *g, int node, int member);

/* qdr_node_groups_have returns whether the problem's rank is in the group of a
 * stage; a whole problem has all ranks. */
bool qdr_node_groups_have(const qdr_node_groups *g, const qdr_node_stage *of,
                          int node);

/* qdr_node_groups_slowest returns the node of a kind that has most to do in a
 * stage: with the most bytes, or the fewest where it gets those of others. */
int qdr_node_groups_slowest(const qdr_node_groups *g, const qdr_node_stage *of,
                            int kind);

/* qdr_node_groups_problem returns the problem that a stage of one group solves:
 * of a node, or of the leaders. A part is that of the problem's rank, or of any
 * rank outside. Its parts are valid until the next call, which reuses g->room;
 * so one thread at a time. */
qdr_problem qdr_node_groups_problem(const qdr_node_groups *g,
                                    const qdr_node_stage *of, int node);

#endif
