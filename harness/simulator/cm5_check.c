/* harness/simulator/cm5_check.c -- compares the rates of the CM-5's simulated
 * network with those in the papers: 20 MB/s within a cluster of four,
 * 5 MB/s system-wide, 16 of 20 packet bytes are data [ponnusamy1992, Sec. 2]; 9
 * MB/s of a node's interface [wang1993, Table 2].
 */
#include "harness/simulator/flows.h"

static qdr_flow xor_1(int i)
{
    return (qdr_flow){i, i ^ 1};
}

static qdr_flow xor_2(int i)
{
    return (qdr_flow){i, i ^ 2};
}

static qdr_flow xor_4(int i)
{
    return (qdr_flow){i, i ^ 4};
}

static qdr_flow xor_8(int i)
{
    return (qdr_flow){i, i ^ 8};
}

static qdr_flow xor_16(int i)
{
    return (qdr_flow){i, i ^ 16};
}

static const qdr_flows rows[] = {
    /* A node alone is bound by its interface wherever it sends. */
    {"1 node, within its four", 1, xor_1, 9},
    {"1 node, within its sixteen", 1, xor_4, 9},
    {"1 node, across the root", 1, xor_16, 9},
    /* In and out share the interface. */
    {"2 nodes, both ways", 2, xor_1, 4.5},
    /* 4 nodes: two send to the other two; nothing leaves the four. */
    {"4 nodes, 2 send", 2, xor_2, 9},
    /* 16 nodes: all of each four leave it, 4 x 10 x 0.8 / 4. */
    {"16 nodes, 8 send to other fours", 8, xor_8, 8},
    /* 32 nodes: all of sixteen leave it, 16 x 5 x 0.8 / 16: the bisection. */
    {"32 nodes, 16 send, bisection", 16, xor_16, 4},
};

int main(int argc, char **argv)
{
    /* The time of a message of 0 bytes is its software's. */
    const qdr_flows_table table = {.num_nodes = 32,
                                   .first_target = 1,
                                   .end_target = 32,
                                   .latency_us = 0,
                                   .node_mb_s = 9,
                                   .rows = rows,
                                   .num_rows = sizeof rows / sizeof *rows};

    return qdr_flows_run(&argc, &argv, &table, 1);
}
