/* kernels/executor/combining.c -- see combining.h. */
#include "kernels/executor/combining.h"

#include <stdlib.h>

/* Where this rank keeps the blocks that it ever holds, all of one size. */
typedef struct storage {
    int64_t num_blocks;
    int64_t *blocks; /* sorted */
    int64_t *place;  /* of blocks[i] in the work buffer, in blocks */
    int64_t *vacant; /* places given up */
    int64_t num_vacant;
    int64_t num_places;
    int64_t block_bytes;
} storage;

static int by_number(const void *left, const void *right)
{
    const int64_t *a = left, *b = right;

    return (*a > *b) - (*a < *b);
}

static int64_t index_of(const storage *s, int64_t block)
{
    const int64_t *found = bsearch(&block, s->blocks, (size_t)s->num_blocks,
                                   sizeof block, by_number);

    return found - s->blocks;
}

static void storage_cleanup(storage *s)
{
    free(s->blocks);
    free(s->place);
    free(s->vacant);
}

/* Collects what this rank sends itself and what it receives on the way. */
static qdr_status storage_init(storage *s, const qdr_exchange *exchange,
                               const qdr_schedule *schedule,
                               const qdr_views *view, qdr_error *error)
{
    int64_t p = schedule->num_procs;
    size_t total = (size_t)exchange->placement.num_sends;
    int64_t count = 0;

    *s = (storage){0};
    for (int64_t i = 0; i < view->rank_begin[1]; i++)
        total += (size_t)view->actions[i].num_blocks;
    s->blocks = malloc((total + 1) * sizeof *s->blocks);
    s->place = malloc((total + 1) * sizeof *s->place);
    s->vacant = malloc((total + 1) * sizeof *s->vacant);
    if (s->blocks == NULL || s->place == NULL || s->vacant == NULL) {
        storage_cleanup(s);
        return qdr_fail_memory(error, "the plan of a combining schedule");
    }
    for (int64_t i = 0; i < exchange->placement.num_sends; i++) {
        s->blocks[count++] =
            exchange->placement.rank * p + exchange->placement.sends[i].peer;
        if (exchange->placement.sends[i].peer != exchange->placement.rank)
            s->block_bytes = exchange->placement.sends[i].bytes;
    }
    for (int64_t i = 0; i < view->rank_begin[1]; i++)
        for (int64_t b = 0; b < view->actions[i].num_blocks; b++)
            s->blocks[count++] = schedule->blocks[view->actions[i].offset + b];
    qsort(s->blocks, (size_t)count, sizeof *s->blocks, by_number);
    for (int64_t i = 0; i < count; i++)
        if (i == 0 || s->blocks[i] != s->blocks[s->num_blocks - 1])
            s->blocks[s->num_blocks++] = s->blocks[i];
    return QDR_OK;
}

static int64_t take_place(storage *s, int64_t block)
{
    int64_t place =
        s->num_vacant > 0 ? s->vacant[--s->num_vacant] : s->num_places++;

    s->place[index_of(s, block)] = place;
    return place * s->block_bytes;
}

static int64_t leave_place(storage *s, int64_t block)
{
    int64_t place = s->place[index_of(s, block)];

    s->vacant[s->num_vacant++] = place;
    return place * s->block_bytes;
}

/* Adds a copy to the plan, whose array has room for all of them. */
static void add_copy(qdr_exchange *exchange, int64_t *end, qdr_copy copy)
{
    exchange->copies[(*end)++] = copy;
}

/* Own messages into the work buffer at the start. */
static void plan_copies_in(qdr_exchange *exchange, storage *s, int64_t p)
{
    for (int64_t i = 0; i < exchange->placement.num_sends; i++) {
        qdr_block block = exchange->placement.sends[i];
        if (block.peer != exchange->placement.rank)
            add_copy(
                exchange, &exchange->before.end,
                (qdr_copy){
                    QDR_SEND_BUFFER, QDR_WORK_BUFFER, block.displacement,
                    take_place(s, exchange->placement.rank * p + block.peer),
                    block.bytes});
    }
}

/* The copies of one block of a transfer, at `packed` in the packed buffer. */
static void plan_packing(qdr_exchange *exchange, storage *s, bool is_send,
                         int64_t block, int64_t packed, int64_t *end)
{
    if (is_send)
        add_copy(exchange, end,
                 (qdr_copy){QDR_WORK_BUFFER, QDR_PACKED_BUFFER,
                            leave_place(s, block), packed, s->block_bytes});
    else
        add_copy(exchange, end,
                 (qdr_copy){QDR_PACKED_BUFFER, QDR_WORK_BUFFER, packed,
                            take_place(s, block), s->block_bytes});
}

/* One action: a piece of the message at `packed`; its first piece, sent, has
 * the copies that fill the message, its last one, received, those that empty
 * it. */
static void plan_action(qdr_exchange *exchange, storage *s,
                        const qdr_schedule *schedule, const qdr_action *action,
                        int64_t packed, qdr_operation *made, int64_t *end)
{
    *made = (qdr_operation){.is_send = action->is_send,
                            .peer = action->peer,
                            .count = (int)action->bytes,
                            .buffer = QDR_PACKED_BUFFER,
                            .displacement = packed + action->skipped,
                            .packing = {*end, *end}};
    if (action->is_send ? action->skipped > 0 : !action->is_last)
        return;
    for (int64_t b = 0; b < action->num_blocks; b++)
        plan_packing(exchange, s, action->is_send,
                     schedule->blocks[action->offset + b],
                     packed + b * s->block_bytes, end);
    made->packing.end = *end;
}

/* Every action, and in which part of the packed buffer its message stands: the
 * messages of a round, or, if all receives are posted first, of all rounds lie
 * side by side. Returns the length of the buffer. */
static int64_t plan_actions(qdr_exchange *exchange, storage *s,
                            const qdr_schedule *schedule, const qdr_views *view,
                            const qdr_mode *mode, int64_t *end)
{
    int64_t packed = 0, most = 0;

    for (int64_t i = 0; i < view->rank_begin[1]; i++) {
        const qdr_action *action = &view->actions[i];
        if (i > 0 && action->round != action[-1].round &&
            !qdr_mode_posts_all(mode))
            packed = 0;
        plan_action(exchange, s, schedule, action, packed,
                    &exchange->operations[i], end);
        if (action->is_last)
            packed += action->num_blocks * s->block_bytes;
        if (packed > most)
            most = packed;
    }
    return most;
}

/* Messages for this rank out of the work buffer at the end. */
static void plan_copies_out(qdr_exchange *exchange, storage *s, int64_t p,
                            int64_t *end)
{
    exchange->after.begin = *end;
    for (int64_t i = 0; i < exchange->placement.num_receives; i++) {
        qdr_block block = exchange->placement.receives[i];
        if (block.peer != exchange->placement.rank)
            add_copy(exchange, end,
                     (qdr_copy){QDR_WORK_BUFFER, QDR_RECEIVE_BUFFER,
                                leave_place(s, block.peer * p +
                                                   exchange->placement.rank),
                                block.displacement, block.bytes});
    }
    exchange->after.end = *end;
}

/* Room for every copy: each message in and out, each block of each action. */
static qdr_status make_room(qdr_exchange *exchange, const qdr_views *view,
                            qdr_error *error)
{
    size_t count = (size_t)(exchange->placement.num_sends +
                            exchange->placement.num_receives) +
                   1;
    qdr_copy *copies;

    for (int64_t i = 0; i < view->rank_begin[1]; i++)
        count += (size_t)view->actions[i].num_blocks;
    copies = realloc(exchange->copies, count * sizeof *copies);
    if (copies == NULL)
        return qdr_fail_memory(error, "the copies of an exchange");
    exchange->copies = copies;
    return QDR_OK;
}

qdr_status qdr_exchange_plan_combining(qdr_exchange *exchange,
                                       const qdr_schedule *schedule,
                                       const qdr_views *view,
                                       const qdr_mode *mode, qdr_error *error)
{
    storage s;
    int64_t end, packed_bytes;
    qdr_status status = make_room(exchange, view, error);

    if (status == QDR_OK)
        status = storage_init(&s, exchange, schedule, view, error);
    if (status != QDR_OK)
        return status;
    plan_copies_in(exchange, &s, schedule->num_procs);
    end = exchange->before.end;
    packed_bytes = plan_actions(exchange, &s, schedule, view, mode, &end);
    plan_copies_out(exchange, &s, schedule->num_procs, &end);
    /* Both are released by qdr_exchange_cleanup. */
    exchange->work = malloc((size_t)(s.num_places * s.block_bytes) + 1);
    exchange->packed = malloc((size_t)packed_bytes + 1);
    if (exchange->work == NULL || exchange->packed == NULL)
        status = qdr_fail_memory(error, "the buffers of an exchange");
    storage_cleanup(&s);
    return status;
}
