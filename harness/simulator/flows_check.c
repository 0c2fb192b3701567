/* harness/simulator/flows_check.c -- compares the rates of simulated networks
 * with those of papers and hardware.
 *
 * The CM-5's: 20 MB/s within a cluster of four, 5 MB/s system-wide, 16 of 20
 * packet bytes are data [ponnusamy1992, Sec. 2]; 9 MB/s of a node's interface
 * [wang1993, Table 2].
 *
 * The Paragon's 16 x 32 mesh: 18.55 MB/s per node and direction, 175 MB/s per
 * link; messages share a link, without loss up to its link excess
 * [barnett1994, Sec. 2, 7.1].
 *
 * A fat tree of today: 12500 MB/s per node and direction, to any destination,
 * independent of other messages. With 16 ranks a node, these share the node's
 * rate, and have 10000 MB/s each within it. Nodes of 8 ranks with an adapter
 * each have 112500 MB/s per rank and direction within a node, and 12500 MB/s
 * between nodes, whatever a rank's neighbours do.
 */
#include <mpi.h>

#include "harness/simulator/flows.h"

enum { ROWS = 16, COLUMNS = 32 };

/* To the rank whose number differs in these bits. */
static qdr_flow flip(int i, int bits)
{
    return (qdr_flow){i, i ^ bits};
}

static qdr_flow shift(int i, int by)
{
    int num_ranks;

    MPI_Comm_size(MPI_COMM_WORLD, &num_ranks);
    return (qdr_flow){i, (i + by) % num_ranks};
}

static int node(int row, int column)
{
    return row * COLUMNS + column;
}

/* From corner to corner, or between two nodes. */
static qdr_flow mirror(int i, int last)
{
    return (qdr_flow){i, last - i};
}

/* From row 0 down column 31: all turn there, and share its first link. */
static qdr_flow down_a_column(int i, int unused)
{
    (void)unused;
    return (qdr_flow){node(0, i), node(i + 1, COLUMNS - 1)};
}

/* The other way: along row 15, up column 0. */
static qdr_flow up_a_column(int i, int unused)
{
    (void)unused;
    return (qdr_flow){node(ROWS - 1, i), node(i, 0)};
}

/* From column 0 of a row to column 31 of another: rows are not shared, and of
 * column 31's links the middle one most. */
static qdr_flow to_other_half(int i, int unused)
{
    (void)unused;
    return (qdr_flow){node(i, 0), node(i + ROWS / 2, COLUMNS - 1)};
}

/* All nodes of a half send to the other: by 16 links with 16 messages each. */
static qdr_flow bisection(int i, int half)
{
    int row = i / half, column = i % half;

    return (qdr_flow){node(row, column), node(row, column + half)};
}

/* Of the CM-5 the time of a message of 0 bytes is its software's. */
static const qdr_flows cm5[] = {
    /* A node alone is bound by its interface wherever it sends. */
    {"1 node, within its four", 1, flip, 1, 9},
    {"1 node, within its sixteen", 1, flip, 4, 9},
    {"1 node, across the root", 1, flip, 16, 9},
    /* In and out share the interface. */
    {"2 nodes, both ways", 2, flip, 1, 4.5},
    /* 4 nodes: two send to the other two; nothing leaves the four. */
    {"4 nodes, 2 send", 2, flip, 2, 9},
    /* 16 nodes: all of each four leave it, 4 x 10 x 0.8 / 4. */
    {"16 nodes, 8 send to other fours", 8, flip, 8, 8},
    /* 32 nodes: all of sixteen leave it, 16 x 5 x 0.8 / 16: the bisection. */
    {"32 nodes, 16 send, bisection", 16, flip, 16, 4},
    {0}};

static const qdr_flows paragon[] = {
    {"1 node, corner to corner", 1, mirror, ROWS *COLUMNS - 1, 18.55},
    {"2 nodes, both ways", 2, mirror, 1, 18.55},
    /* All cross the link from column 15 to 16 of row 0; an excess of 9.43. */
    {"a link, 2 messages", 2, flip, COLUMNS / 2, 18.55},
    {"a link, 9 messages", 9, flip, COLUMNS / 2, 18.55},
    {"a link, 10 messages", 10, flip, COLUMNS / 2, 17.5},
    {"a link, 16 messages", 16, flip, COLUMNS / 2, 175.0 / 16},
    /* Both ways: those links are two. */
    {"a link each way, 16 messages", 32, flip, COLUMNS / 2, 175.0 / 16},
    {"the turn of 15 messages, down", 15, down_a_column, 0, 175.0 / 15},
    {"the turn of 15 messages, up", 15, up_a_column, 0, 175.0 / 15},
    {"a column, 8 messages", 8, to_other_half, 0, 18.55},
    {"256 nodes send, bisection", 256, bisection, COLUMNS / 2, 175.0 / 16},
    {0}};

static const qdr_flows fat_tree[] = {
    {"1 node, across the root", 1, flip, 32, 12500},
    {"64 nodes, both ways, below a switch", 64, flip, 1, 12500},
    {"64 nodes, both ways, bisection", 64, flip, 32, 12500},
    {"64 nodes, to the next", 64, shift, 1, 12500},
    {0}};

static const qdr_flows inside_16[] = {
    {"2 ranks of a node", 2, flip, 1, 10000},
    {"all ranks, within their nodes", 64, flip, 1, 10000},
    {0}};

/* To the same place of the next node; in the last row one of a node leaves. */
static const qdr_flows between_16[] = {
    {"1 rank of a node", 1, shift, 16, 12500},
    {"2 ranks of a node", 2, shift, 16, 6250},
    {"all ranks of a node", 16, shift, 16, 781.25},
    {"all ranks of all nodes", 64, shift, 16, 781.25},
    {"each rank to the next", 64, shift, 1, 10000},
    {0}};

static const qdr_flows inside_8[] = {
    {"2 ranks of a node", 2, flip, 1, 112500},
    {"all ranks, within their nodes", 32, flip, 1, 112500},
    {0}};

static const qdr_flows between_8[] = {
    {"1 rank of a node", 1, shift, 8, 12500},
    {"all ranks of a node", 8, shift, 8, 12500},
    {"all ranks of all nodes", 32, shift, 8, 12500},
    {0}};

static const qdr_flows_table tables[] = {
    {"cm5_1992.yaml", 32, 1, 32, 0, 9, cm5},
    {"paragon_16x32.yaml", 512, 1, 512, 0, 18.55, paragon},
    {"fat_tree.yaml", 64, 1, 64, 0.6, 12500, fat_tree},
    {"fat_tree_16_ranks_smpi.yaml", 64, 1, 16, 0.1, 10000, inside_16},
    {"fat_tree_16_ranks_smpi.yaml", 64, 16, 64, 0.6, 12500, between_16},
    {"nodes_of_8_smpi.yaml", 32, 1, 8, 0.1, 112500, inside_8},
    {"nodes_of_8_smpi.yaml", 32, 8, 32, 0.6, 12500, between_8},
};

int main(int argc, char **argv)
{
    return qdr_flows_run(&argc, &argv, tables, sizeof tables / sizeof *tables);
}
