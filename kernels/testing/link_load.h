/* kernels/testing/link_load.h -- the cost of a schedule on the links of a mesh,
 * counted link by link: an independent check of formulas with conflicts. */
#ifndef QUADRILLE_KERNELS_TESTING_LINK_LOAD_H
#define QUADRILLE_KERNELS_TESTING_LINK_LOAD_H

#include "kernels/core/schedule/schedule.h"

/* qdr_link_load returns the sum over rounds of the max bytes that a rank sends
 * or receives or that cross one link in one direction. Rank r is in row r /
 * columns; messages go along the row first. A failure ends the test. */
int64_t qdr_link_load(const qdr_schedule *schedule, int columns);

/* qdr_node_load returns the sum over rounds of the max bytes that a rank sends
 * and receives, together. */
int64_t qdr_node_load(const qdr_schedule *schedule);

#endif
