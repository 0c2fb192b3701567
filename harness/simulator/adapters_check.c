/* harness/simulator/adapters_check.c -- checks the rates of simulated nodes of
 * 8 ranks with an adapter each: 112500 MB/s per rank and direction within a
 * node, and 12500 MB/s between nodes, whatever a rank's neighbours do. */
#include "harness/simulator/flows.h"

enum { NUM_RANKS = 32, NODE_RANKS = 8 };

static qdr_flow inside(int i)
{
    return (qdr_flow){i, i ^ 1};
}

/* To the same place of the next node. */
static qdr_flow between(int i)
{
    return (qdr_flow){i, (i + NODE_RANKS) % NUM_RANKS};
}

static const qdr_flows inside_rows[] = {
    {"2 ranks of a node", 2, inside, 112500},
    {"all ranks, within their nodes", NUM_RANKS, inside, 112500},
};

static const qdr_flows between_rows[] = {
    {"1 rank of a node", 1, between, 12500},
    {"all ranks of a node", NODE_RANKS, between, 12500},
    {"all ranks of all nodes", NUM_RANKS, between, 12500},
};

int main(int argc, char **argv)
{
    const qdr_flows_table tables[] = {
        {.num_nodes = NUM_RANKS,
         .first_target = 1,
         .end_target = NODE_RANKS,
         .latency_us = 0.1,
         .node_mb_s = 112500,
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
