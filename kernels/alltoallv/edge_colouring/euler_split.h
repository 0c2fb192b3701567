/* kernels/alltoallv/edge_colouring/euler_split.h -- the edges of a bipartite
 * graph, and halving them. */
#ifndef QUADRILLE_KERNELS_ALLTOALLV_EDGE_COLOURING_EULER_SPLIT_H
#define QUADRILLE_KERNELS_ALLTOALLV_EDGE_COLOURING_EULER_SPLIT_H

#include <stdbool.h>
#include <stdint.h>

/* A message: from vertex ends[0], a source, to vertex ends[1], a destination;
 * the two kinds are numbered apart. */
typedef struct qdr_colour_edge {
    int ends[2];
    int message;
} qdr_colour_edge;

/* The state of an edge in a split. */
typedef struct qdr_mated {
    int mates[2]; /* at its ends; -1: none */
    int half;     /* 0 or 1; -1: none yet */
} qdr_mated;

/* Arrays for splitting graphs of so many edges; the caller owns them. */
typedef struct qdr_split_room {
    int *last[2];           /* [vertices of a side], all -1, before and after */
    qdr_mated *of;          /* [edges] */
    qdr_colour_edge *moved; /* [edges] */
} qdr_split_room;

/* qdr_euler_split reorders edges[count] into two parts and returns the length
 * of the first: each part has floor(d / 2) or ceil(d / 2) edges of a vertex
 * with d edges. O(count) time. */
int qdr_euler_split(qdr_colour_edge *edges, int count, qdr_split_room *room);

/* qdr_partition moves the edges whose half is 0 to the front and the others
 * behind them, and keeps the order of each; returns how many are in front. */
int qdr_partition(qdr_colour_edge *edges, int count, qdr_split_room *room);

#endif
