/* kernels/alltoallv/two_stage/two_stage_engine_random.c -- see stage_random.h.
 *
 * Distributed scheduling is told its messages' lengths at planning, so they are
 * of the stage's bound: in the case of equal traffic, where two_stage is meant
 * to be used, stage 1's differ from it by an element [ranka1995, Sec. 6.1].
 */
#include "kernels/alltoallv/two_stage/two_stage_engine_random.h"

#include <stdlib.h>
#include <string.h>

#include "kernels/executor/dynamic.h"
#include "kernels/messaging/agreement.h"

typedef struct random_exchange {
    qdr_placement placement;
    qdr_dynamic *engine;
    char *send, *receive; /* [num_procs - 1] messages of the bound */
} random_exchange;

/* A message of the bound, and its length behind it. */
static int64_t slot_bytes(const qdr_stage *stage)
{
    return stage->bound + (int64_t)sizeof(int64_t);
}

static void release(random_exchange *made)
{
    if (made == NULL)
        return;
    qdr_dynamic_free(made->engine);
    qdr_placement_cleanup(&made->placement);
    free(made->send);
    free(made->receive);
    free(made);
}

/* Everybody's place is the same on both sides. */
static qdr_status place(random_exchange *made, const qdr_stage *stage,
                        qdr_error *error)
{
    int64_t count = 0, bytes = slot_bytes(stage);
    size_t room = (size_t)stage->num_procs;
    qdr_block *blocks = malloc(room * sizeof *blocks);
    qdr_status status = QDR_OK;

    made->send = malloc(room * (size_t)bytes);
    made->receive = malloc(room * (size_t)bytes);
    if (blocks == NULL || made->send == NULL || made->receive == NULL)
        status = qdr_fail_memory(error, "the messages of a stage");
    for (int peer = 0; peer < stage->num_procs && status == QDR_OK; peer++)
        if (peer != stage->rank) {
            blocks[count] = (qdr_block){peer, count * bytes, bytes};
            count++;
        }
    if (status == QDR_OK)
        status = qdr_placement_init_blocks(&made->placement, stage->rank,
                                           stage->num_procs, blocks, count,
                                           blocks, count, error);
    free(blocks);
    return status;
}

qdr_status qdr_stage_random_new(qdr_stage *stage, const qdr_problem *problem,
                                qdr_error *error)
{
    random_exchange *made = calloc(1, sizeof *made);
    qdr_status status = made == NULL
                            ? qdr_fail_memory(error, "an exchange of a stage")
                            : place(made, stage, error);

    status = qdr_agree(stage->comm, status, error);
    if (status == QDR_OK)
        status = qdr_dynamic_new(&made->engine, QDR_RANDOM_SCHEDULING_POLLING,
                                 problem, &made->placement, stage->comm, error);
    if (status == QDR_OK)
        stage->exchange_state = made;
    else
        release(made);
    return status;
}

void qdr_stage_random_free(qdr_stage *stage)
{
    release(stage->exchange_state);
    stage->exchange_state = NULL;
}

qdr_status qdr_stage_random(qdr_stage *stage, qdr_error *error)
{
    random_exchange *own = stage->exchange_state;
    const qdr_placement *placement = &own->placement;
    qdr_status status;

    for (int64_t i = 0; i < placement->num_sends; i++) {
        const qdr_block *to = &placement->sends[i];
        char *slot = own->send + to->displacement;
        int64_t length = stage->pack(stage->state, to->peer, stage->message);
        memcpy(slot, stage->message, (size_t)length);
        memcpy(slot + stage->bound, &length, sizeof length);
    }
    status = qdr_dynamic_execute(own->engine, own->send, own->receive, error);
    for (int64_t i = 0; i < placement->num_receives && status == QDR_OK; i++) {
        const qdr_block *from = &placement->receives[i];
        const char *slot = own->receive + from->displacement;
        int64_t length;
        memcpy(&length, slot + stage->bound, sizeof length);
        qdr_stage_keep(stage, from->peer, slot, length);
    }
    return status;
}
