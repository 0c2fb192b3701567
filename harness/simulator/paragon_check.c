/* harness/simulator/paragon_check.c -- checks the rates of the Paragon's
 * simulated 16 x 32 mesh: 18.55 MB/s per node and direction, 175 MB/s per link;
 * messages share a link, without loss up to its link excess [barnett1994,
 * Sec. 2, 7.1].
 */
#include "harness/simulator/flows.h"

enum { ROWS = 16, COLUMNS = 32 };

static int node(int row, int column)
{
    return row * COLUMNS + column;
}

static qdr_flow corner_to_corner(int i)
{
    return (qdr_flow){i, ROWS * COLUMNS - 1 - i};
}

static qdr_flow exchange(int i)
{
    return (qdr_flow){i, 1 - i};
}

/* All cross the link from column 15 to 16 of row 0. */
static qdr_flow along_a_row(int i)
{
    return (qdr_flow){node(0, i), node(0, COLUMNS / 2 + i)};
}

/* Both ways: those links are two. */
static qdr_flow both_along_a_row(int i)
{
    return (qdr_flow){node(0, i), node(0, i ^ (COLUMNS / 2))};
}

/* From row 0 down column 31: all turn there, and share its first link. */
static qdr_flow down_a_column(int i)
{
    return (qdr_flow){node(0, i), node(i + 1, COLUMNS - 1)};
}

/* The other way: along row 15, up column 0. */
static qdr_flow up_a_column(int i)
{
    return (qdr_flow){node(ROWS - 1, i), node(i, 0)};
}

/* From column 0 of a row to column 31 of another: rows are not shared, and of
 * column 31's links the middle one most. */
static qdr_flow to_other_half(int i)
{
    return (qdr_flow){node(i, 0), node(i + ROWS / 2, COLUMNS - 1)};
}

/* All nodes of a half send to the other: by 16 links with 16 messages each. */
static qdr_flow bisection(int i)
{
    int row = i / (COLUMNS / 2), column = i % (COLUMNS / 2);

    return (qdr_flow){node(row, column), node(row, column + COLUMNS / 2)};
}

static const qdr_flows rows[] = {
    {"1 node, corner to corner", 1, corner_to_corner, 18.55},
    {"2 nodes, both ways", 2, exchange, 18.55},
    /* An excess of 9.43. */
    {"a link, 2 messages", 2, along_a_row, 18.55},
    {"a link, 9 messages", 9, along_a_row, 18.55},
    {"a link, 10 messages", 10, along_a_row, 17.5},
    {"a link, 16 messages", 16, along_a_row, 175.0 / 16},
    {"a link each way, 16 messages", 32, both_along_a_row, 175.0 / 16},
    {"the turn of 15 messages, down", 15, down_a_column, 175.0 / 15},
    {"the turn of 15 messages, up", 15, up_a_column, 175.0 / 15},
    {"a column, 8 messages", 8, to_other_half, 18.55},
    {"256 nodes send, bisection", 256, bisection, 175.0 / 16},
};

int main(int argc, char **argv)
{
    const qdr_flows_table table = {.num_nodes = ROWS * COLUMNS,
                                   .first_target = 1,
                                   .end_target = ROWS * COLUMNS,
                                   .latency_us = 0,
                                   .node_mb_s = 18.55,
                                   .rows = rows,
                                   .num_rows = sizeof rows / sizeof *rows};

    return qdr_flows_run(&argc, &argv, &table, 1);
}
