/* kernels/plan/traffic/plain_list.c -- see plain_list.h. */
#include "kernels/plan/traffic/plain_list.h"

#include "kernels/core/schedule/rank_schedule.h"

bool qdr_plain_list_read(qdr_plain_list *list, const qdr_given_blocks *of,
                         bool may_overlap)
{
    int64_t end = 0;
    int last = -1;

    if (list->blocks == NULL)
        return list->count == 0;
    for (int64_t i = 0; i < list->count; i++) {
        const qdr_block *block = &list->blocks[i];
        if (block->peer <= last || block->peer >= of->num_procs ||
            block->bytes < 0 || block->bytes > QDR_MAX_PIECE ||
            block->displacement < 0 ||
            block->displacement > INT64_MAX - block->bytes ||
            (!may_overlap && block->displacement < end))
            return false;
        last = block->peer;
        end = block->displacement + block->bytes;
        list->first += last <= of->rank;
        if (last == of->rank)
            list->own = block;
    }
    return true;
}

bool qdr_plain_lists_agree(const qdr_block *sent, const qdr_block *received)
{
    return (sent == NULL) == (received == NULL) &&
           (sent == NULL || sent->bytes == received->bytes);
}

int qdr_plain_list_others(const qdr_plain_list *list)
{
    return (int)list->count - (list->own != NULL);
}

const qdr_block *qdr_plain_list_next(const qdr_plain_list *list, int64_t *next)
{
    const qdr_block *block;

    do {
        *next = *next < list->count ? *next : 0;
        block = &list->blocks[(*next)++];
    } while (block == list->own);
    return block;
}
