/* harness/simulator/nodes_check.c -- checks the rates of a simulated fat tree
 * with 16 ranks a node: 10000 MB/s per rank and direction within a node, and
 * 12500 MB/s per node and direction between nodes, which its ranks share. */
#include "harness/simulator/flows.h"

enum { NUM_RANKS = 64, NODE_RANKS = 16 };

static qdr_flow inside(int i)
{
    return (qdr_flow){i, i ^ 1};
}

/* To the same place of the next node. */
static qdr_flow between(int i)
{
    return (qdr_flow){i, (i + NODE_RANKS) % NUM_RANKS};
}

/* Each rank to the next: one of a node leaves it. */
static qdr_flow shift(int i)
{
    return (qdr_flow){i, (i + 1) % NUM_RANKS};
}

static const qdr_flows inside_rows[] = {
    {"2 ranks of a node", 2, inside, 10000},
    {"all ranks, within their nodes", NUM_RANKS, inside, 10000},
};

static const qdr_flows between_rows[] = {
    {"1 rank of a node", 1, between, 12500},
    {"2 ranks of a node", 2, between, 6250},
    {"all ranks of a node", NODE_RANKS, between, 781.25},
    {"all ranks of all nodes", NUM_RANKS, between, 781.25},
    {"each rank to the next", NUM_RANKS, shift, 10000},
};

int main(int argc, char **argv)
{
    const qdr_flows_table tables[] = {
        {.num_nodes = NUM_RANKS,
         .first_target = 1,
         .end_target = NODE_RANKS,
         .latency_us = 0.1,
         .node_mb_s = 10000,
         .rows = inside_rows,
         .num_rows = sizeof inside_rows / sizeof *inside_rows},
        {.num_nodes = NUM_RANKS,
         .first_target = NODE_RANKS,
         .end_target = NUM_RANKS,
         .latency_us = 0.6,
         .node_mb_s = 12500,
         .rows = between_rows,
         .num_rows = sizeof between_rows / sizeof *between_rows}};

    return qdr_flows_run(&argc, &argv, tables, 2);
}
