/* kernels/alltoallv/two_stage/two_stage_engine_plan.c -- planning of two_stage:
 * all its memory, by the bounds of the traffic that the ranks agree on. See
 * alltoallv_two_stage.h.
 */
#include <limits.h>
#include <stdlib.h>

#include "kernels/alltoallv/two_stage/two_stage_engine.h"
#include "kernels/messaging/agreement.h"

int64_t qdr_two_stage_elements(const qdr_two_stage *state, int64_t bytes)
{
    return bytes / state->element_bytes + (bytes % state->element_bytes > 0);
}

/* Counts one side of this rank's traffic, without its message to itself. */
static int64_t count(const qdr_two_stage *state, const qdr_block *blocks,
                     int64_t num_blocks, int64_t *out_messages)
{
    int64_t num_elements = 0;

    *out_messages = 0;
    for (int64_t i = 0; i < num_blocks; i++)
        if (blocks[i].peer != state->local.layout->rank) {
            num_elements += qdr_two_stage_elements(state, blocks[i].bytes);
            *out_messages += blocks[i].bytes > 0;
        }
    return num_elements;
}

/* Bounds hold only if they are the same on every rank. */
static qdr_status agree_on_volume(qdr_two_stage *state, qdr_error *error)
{
    const qdr_buffer_layout *own = state->local.layout;
    const qdr_common options[] = {{"the element size", state->element_bytes},
                                  {"the shuffle", state->is_shuffled},
                                  {"the exchange of the stages",
                                   qdr_kernel_has_schedule(state->exchange)}};
    int64_t max[4]; /* elements sent, received; messages sent, received */
    qdr_status status = qdr_agree_on(state->local.comm, options, 3, error);

    max[0] = count(state, own->sends, own->num_sends, &max[2]);
    max[1] = count(state, own->receives, own->num_receives, &max[3]);
    if (status == QDR_OK)
        status = qdr_agree_max(state->local.comm, max, 4, error);
    state->volume = (qdr_volume){
        state->num_procs, max[0] > max[1] ? max[0] : max[1], max[2], max[3]};
    return status;
}

static void choose_formats(qdr_two_stage *state)
{
    qdr_format format = {.num_procs = state->num_procs,
                         .element_bytes = state->element_bytes,
                         .is_short = qdr_volume_is_short(&state->volume)};

    format.bound = qdr_volume_bound_first(&state->volume);
    format.slots = state->is_shuffled ? QDR_ONE_SLOT : QDR_NO_SLOT;
    state->formats[0] = format;
    format.bound = qdr_volume_bound_second(&state->volume);
    format.slots = state->is_shuffled ? QDR_SLOT_EACH : QDR_NO_SLOT;
    state->formats[1] = format;
}

/* The max parts that this rank receives in stage 2: one of every message from
 * each intermediate. */
static int64_t count_last_parts(const qdr_two_stage *state)
{
    const qdr_buffer_layout *own = state->local.layout;
    int64_t num_parts = 0;

    for (int64_t i = 0; i < own->num_receives; i++) {
        int64_t elements =
            qdr_two_stage_elements(state, own->receives[i].bytes);
        if (own->receives[i].peer != state->local.layout->rank)
            num_parts +=
                elements < state->num_procs ? elements : state->num_procs;
    }
    return num_parts;
}

/* All is released by qdr_two_stage_cleanup. */
static qdr_status allocate(qdr_two_stage *state, qdr_error *error)
{
    size_t p = (size_t)state->num_procs;
    int64_t num_parts[2] = {state->num_procs * state->formats[0].bound.parts,
                            count_last_parts(state)};
    bool is_good = true;

    for (int i = 0; i < 2; i++) {
        int64_t bytes = qdr_format_bytes(&state->formats[i]);
        if (bytes > INT_MAX)
            return qdr_fail(error, QDR_ERROR_INPUT,
                            "a message of stage %d may have %lld bytes; "
                            "accepted: up to %d, as MPI counts them",
                            i + 1, (long long)bytes, INT_MAX);
        is_good &= qdr_part_lists_init(&state->lists[i], state->num_procs,
                                       num_parts[i]);
    }
    state->splits = calloc((size_t)state->local.layout->num_sends + 1,
                           sizeof *state->splits);
    state->slot_of = calloc(p, sizeof *state->slot_of);
    state->lengths = calloc(p, sizeof *state->lengths);
    state->decoded = calloc(p, sizeof *state->decoded);
    state->blocks = calloc(p, sizeof *state->blocks);
    state->num_filled = calloc(p, sizeof *state->num_filled);
    return is_good && state->splits != NULL && state->slot_of != NULL &&
                   state->lengths != NULL && state->decoded != NULL &&
                   state->blocks != NULL && state->num_filled != NULL
               ? QDR_OK
               : qdr_fail_memory(error, "the messages of two stages");
}

/* Stage 1's preprocessing [ranka1995, Sec. 6.1 and 6.3]. */
static void split(qdr_two_stage *state, uint64_t seed)
{
    const qdr_buffer_layout *own = state->local.layout;
    int64_t total;
    qdr_rng rng;

    for (int64_t i = 0; i < own->num_sends; i++) {
        const qdr_block *block = &own->sends[i];
        bool is_own = block->peer == state->local.layout->rank;
        state->splits[i].dst = block->peer;
        state->splits[i].elements =
            is_own ? 0 : qdr_two_stage_elements(state, block->bytes);
    }
    total = qdr_split_all(state->splits, own->num_sends, state->num_procs);
    /* Every source shuffles by itself. */
    qdr_rng_init(
        &rng, qdr_mix64(seed ^ qdr_mix64((uint64_t)state->local.layout->rank)));
    qdr_split_shuffle(state->slot_of, state->num_procs, total,
                      state->is_shuffled, &rng);
    for (int64_t i = 0; i < own->num_receives; i++)
        if (own->receives[i].peer != state->local.layout->rank)
            state->blocks[own->receives[i].peer] = &own->receives[i];
}

/* Reads the parameters. */
static qdr_status take_values(qdr_two_stage *state, const qdr_values *values,
                              qdr_error *error)
{
    int64_t exchange = qdr_values_integer(values, QDR_TWO_STAGE_EXCHANGE);
    const char *name =
        values->parameters[QDR_TWO_STAGE_EXCHANGE].words[exchange];

    state->is_shuffled = qdr_values_integer(values, QDR_TWO_STAGE_SHUFFLE) == 1;
    state->num_reshuffled =
        (int)qdr_values_integer(values, QDR_TWO_STAGE_RESHUFFLE);
    state->element_bytes =
        (int)qdr_values_integer(values, QDR_TWO_STAGE_ELEMENT_BYTES);
    return qdr_kernel_find(name, &state->exchange, error);
}

qdr_status qdr_two_stage_prepare(void *prepared, const qdr_problem *problem,
                                 const qdr_local *local, qdr_error *error)
{
    qdr_two_stage *state = prepared;

    state->local = *local;
    MPI_Comm_size(local->comm, &state->num_procs);
    return take_values(state, problem->values, error);
}

qdr_status qdr_two_stage_connect(void *connected, const qdr_problem *problem,
                                 const qdr_local *local, qdr_error *error)
{
    qdr_two_stage *state = connected;
    qdr_status status = agree_on_volume(state, error);

    if (status == QDR_OK) {
        choose_formats(state);
        status = qdr_agree(local->comm, allocate(state, error), error);
    }
    for (int i = 0; i < 2 && status == QDR_OK; i++)
        status = qdr_stage_exchange_init(
            &state->stages[i], qdr_format_bytes(&state->formats[i]),
            state->exchange, problem->seed, local->comm, error);
    if (status == QDR_OK)
        split(state, problem->seed);
    return status;
}

void qdr_two_stage_cleanup(void *released)
{
    qdr_two_stage *state = released;

    for (int i = 0; i < 2; i++) {
        qdr_stage_exchange_cleanup(&state->stages[i]);
        qdr_part_lists_cleanup(&state->lists[i]);
    }
    free(state->splits);
    free(state->slot_of);
    free(state->lengths);
    free(state->decoded);
    free(state->blocks);
    free(state->num_filled);
}
