/* harness/simulator/fat_tree_check.c -- checks the rates of the simulated fat
 * tree of today: 12500 MB/s per node and direction, to any destination,
 * independent of other messages. */
#include "harness/simulator/flows.h"

enum { NUM_NODES = 64 };

static qdr_flow exchange(int i)
{
    return (qdr_flow){i, i ^ 1};
}

static qdr_flow across_the_root(int i)
{
    return (qdr_flow){i, i ^ (NUM_NODES / 2)};
}

static qdr_flow shift(int i)
{
    return (qdr_flow){i, (i + 1) % NUM_NODES};
}

static const qdr_flows rows[] = {
    {"1 node, across the root", 1, across_the_root, 12500},
    {"64 nodes, both ways, below a switch", 64, exchange, 12500},
    {"64 nodes, both ways, bisection", 64, across_the_root, 12500},
    {"64 nodes, to the next", 64, shift, 12500},
};

int main(int argc, char **argv)
{
    const qdr_flows_table table = {.num_nodes = NUM_NODES,
                                   .first_target = 1,
                                   .end_target = NUM_NODES,
                                   .latency_us = 0.6,
                                   .node_mb_s = 12500,
                                   .rows = rows,
                                   .num_rows = sizeof rows / sizeof *rows};

    return qdr_flows_run(&argc, &argv, &table, 1);
}
