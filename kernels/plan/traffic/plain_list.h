/* kernels/plan/traffic/plain_list.h -- blocks as most programs pass them, one a
 * peer, in ascending order: they need few checks. */
#ifndef QUADRILLE_KERNELS_PLAN_TRAFFIC_PLAIN_LIST_H
#define QUADRILLE_KERNELS_PLAN_TRAFFIC_PLAIN_LIST_H

#include <stdbool.h>

#include "kernels/core/problem/buffer_layout_blocks.h"

/* `blocks` and `count` are the program's; qdr_plain_list_read sets the others,
 * which are zeroed at first. */
typedef struct qdr_plain_list {
    const qdr_block *blocks, *own; /* own: to the rank itself, or NULL */
    int64_t count, first;          /* the first one to a higher rank */
} qdr_plain_list;

/* qdr_plain_list_read returns whether the peers ascend, and the blocks need no
 * other check. */
bool qdr_plain_list_read(qdr_plain_list *list, const qdr_given_blocks *of,
                         bool may_overlap);

/* qdr_plain_lists_agree returns whether the message of the rank to itself, if
 * there is one, is in both lists. */
bool qdr_plain_lists_agree(const qdr_block *sent, const qdr_block *received);

/* qdr_plain_list_others returns the number of messages to others;
 * qdr_plain_list_next the next one, from list->first on and round to the one
 * before it: then not all ranks begin with the same peer. */
int qdr_plain_list_others(const qdr_plain_list *list);
const qdr_block *qdr_plain_list_next(const qdr_plain_list *list, int64_t *next);

#endif
