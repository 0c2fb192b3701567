/* kernels/alltoallv/two_stage/two_stage_engine_plan.c -- planning of two_stage:
 * all its memory, by what the ranks agree about the traffic. See two_stage.h.
 */
#include <limits.h>
#include <stdlib.h>

#include "kernels/alltoallv/two_stage/two_stage_engine.h"
#include "kernels/alltoallv/two_stage/two_stage_engine_random.h"
#include "kernels/messaging/agreement.h"

enum { DEFAULT_ELEMENT_BYTES = 4 };

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
        if (blocks[i].peer != state->rank) {
            num_elements += qdr_two_stage_elements(state, blocks[i].bytes);
            *out_messages += blocks[i].bytes > 0;
        }
    return num_elements;
}

/* Bounds hold only if they are the same on every rank. */
static qdr_status agree_on_traffic(qdr_two_stage *state, qdr_error *error)
{
    const qdr_placement *own = state->placement;
    const qdr_common options[] = {
        {"the element size", state->element_bytes},
        {"the shuffle", state->is_shuffled},
        {"the exchange of the stages", state->exchange == qdr_stage_random}};
    int64_t most[4]; /* elements sent, received; messages sent, received */
    qdr_status status = qdr_agree_on(state->comm, options, 3, error);

    most[0] = count(state, own->sends, own->num_sends, &most[2]);
    most[1] = count(state, own->receives, own->num_receives, &most[3]);
    if (status == QDR_OK)
        status = qdr_agree_most(state->comm, most, 4, error);
    state->traffic =
        (qdr_traffic){state->num_procs, most[0] > most[1] ? most[0] : most[1],
                      most[2], most[3]};
    return status;
}

static void choose_formats(qdr_two_stage *state)
{
    qdr_format format = {.num_procs = state->num_procs,
                         .element_bytes = state->element_bytes,
                         .is_short = qdr_traffic_is_short(&state->traffic)};

    format.bound = qdr_traffic_bound_first(&state->traffic);
    format.slots = state->is_shuffled ? QDR_ONE_SLOT : QDR_NO_SLOT;
    state->formats[0] = format;
    format.bound = qdr_traffic_bound_second(&state->traffic);
    format.slots = state->is_shuffled ? QDR_SLOT_EACH : QDR_NO_SLOT;
    state->formats[1] = format;
}

/* The most parts that this rank receives in stage 2: of every message one from
 * each intermediate. */
static int64_t count_last_parts(const qdr_two_stage *state)
{
    const qdr_placement *own = state->placement;
    int64_t num_parts = 0;

    for (int64_t i = 0; i < own->num_receives; i++) {
        int64_t elements =
            qdr_two_stage_elements(state, own->receives[i].bytes);
        if (own->receives[i].peer != state->rank)
            num_parts +=
                elements < state->num_procs ? elements : state->num_procs;
    }
    return num_parts;
}

/* What all p messages of stage 2 to this rank come to: less than p times their
 * bound, as it knows its own elements. Each fills its last word. */
static int64_t count_last_bytes(const qdr_two_stage *state, int64_t num_parts)
{
    const qdr_placement *own = state->placement;
    const qdr_format *format = &state->formats[1];
    int64_t empty = qdr_format_header_bytes(format, 0);
    int64_t named = qdr_format_header_bytes(format, 1) - empty;
    int64_t num_messages;
    int64_t num_elements =
        count(state, own->receives, own->num_receives, &num_messages);

    return state->num_procs * (empty + (int64_t)sizeof(int32_t)) +
           num_parts * named + num_elements * state->element_bytes;
}

static bool allocate_stage(qdr_two_stage *state, int i, int64_t num_bytes,
                           int64_t num_parts)
{
    qdr_stage *stage = &state->stages[i];

    *stage = (qdr_stage){.comm = state->comm,
                         .rank = state->rank,
                         .num_procs = state->num_procs,
                         .bound = (int)qdr_format_bytes(&state->formats[i]),
                         .state = state};
    stage->inbox_bytes = num_bytes + stage->bound;
    stage->message = malloc((size_t)stage->bound);
    stage->inbox = malloc((size_t)stage->inbox_bytes);
    return qdr_part_lists_init(&state->lists[i], state->num_procs, num_parts) &&
           stage->message != NULL && stage->inbox != NULL;
}

/* All is released by qdr_two_stage_free. */
static qdr_status allocate(qdr_two_stage *state, qdr_error *error)
{
    int64_t p = state->num_procs;
    int64_t bounds[2] = {qdr_format_bytes(&state->formats[0]),
                         qdr_format_bytes(&state->formats[1])};
    int64_t num_parts = count_last_parts(state);

    for (int i = 0; i < 2; i++)
        if (bounds[i] > INT_MAX)
            return qdr_fail(error, QDR_ERROR_INPUT,
                            "a message of stage %d may have %lld bytes; "
                            "accepted: up to %d, as MPI counts them",
                            i + 1, (long long)bounds[i], INT_MAX);
    state->splits =
        calloc((size_t)state->placement->num_sends + 1, sizeof *state->splits);
    state->slot_of = calloc((size_t)p, sizeof *state->slot_of);
    state->arrivals = calloc((size_t)p, sizeof *state->arrivals);
    state->decoded = calloc((size_t)p, sizeof *state->decoded);
    state->blocks = calloc((size_t)p, sizeof *state->blocks);
    state->num_filled = calloc((size_t)p, sizeof *state->num_filled);
    if (state->splits == NULL || state->slot_of == NULL ||
        state->arrivals == NULL || state->decoded == NULL ||
        state->blocks == NULL || state->num_filled == NULL ||
        !allocate_stage(state, 0, p * bounds[0],
                        p * state->formats[0].bound.parts) ||
        !allocate_stage(state, 1, count_last_bytes(state, num_parts),
                        num_parts))
        return qdr_fail_memory(error, "the messages of two stages");
    return QDR_OK;
}

/* Stage 1's preprocessing [ranka1995, Sec. 6.1 and 6.3]. */
static void split(qdr_two_stage *state, uint64_t seed)
{
    const qdr_placement *own = state->placement;
    int64_t total;
    qdr_rng rng;

    for (int64_t i = 0; i < own->num_sends; i++) {
        const qdr_block *block = &own->sends[i];
        bool is_own = block->peer == state->rank;
        state->splits[i].dst = block->peer;
        state->splits[i].elements =
            is_own ? 0 : qdr_two_stage_elements(state, block->bytes);
    }
    total = qdr_split_all(state->splits, own->num_sends, state->num_procs);
    /* Every source shuffles by itself. */
    qdr_rng_init(&rng, qdr_mix64(seed ^ qdr_mix64((uint64_t)state->rank)));
    qdr_split_shuffle(state->slot_of, state->num_procs, total,
                      state->is_shuffled, &rng);
    for (int64_t i = 0; i < own->num_receives; i++)
        if (own->receives[i].peer != state->rank)
            state->blocks[own->receives[i].peer] = &own->receives[i];
}

qdr_status qdr_two_stage_new(qdr_two_stage **out_state,
                             const qdr_problem *problem,
                             const qdr_placement *placement, MPI_Comm comm,
                             qdr_error *error)
{
    const qdr_dynamic_options *options = &problem->dynamic;
    qdr_two_stage *state = calloc(1, sizeof *state);
    qdr_status status = QDR_OK;

    if (state == NULL)
        status = qdr_fail_memory(error, "the state of two stages");
    else if (options->element_bytes < 0)
        status = qdr_fail(error, QDR_ERROR_INPUT,
                          "elements of %d bytes; accepted: from 1, or 0 for 4",
                          options->element_bytes);
    status = qdr_agree(comm, status, error);
    if (status == QDR_OK) {
        state->placement = placement;
        state->comm = comm;
        state->exchange = options->has_random_stages
                              ? qdr_stage_random
                              : qdr_stage_linear_permutation;
        state->is_shuffled = options->is_shuffled;
        state->element_bytes = options->element_bytes == 0
                                   ? DEFAULT_ELEMENT_BYTES
                                   : options->element_bytes;
        MPI_Comm_rank(comm, &state->rank);
        MPI_Comm_size(comm, &state->num_procs);
        status = agree_on_traffic(state, error);
    }
    if (status == QDR_OK) {
        choose_formats(state);
        status = qdr_agree(comm, allocate(state, error), error);
    }
    for (int i = 0; i < 2 && options->has_random_stages && status == QDR_OK;
         i++)
        status = qdr_stage_random_new(&state->stages[i], problem, error);
    if (status == QDR_OK) {
        split(state, problem->seed);
        *out_state = state;
    } else {
        qdr_two_stage_free(state);
    }
    return status;
}

void qdr_two_stage_free(void *released)
{
    qdr_two_stage *state = released;

    if (state == NULL)
        return;
    for (int i = 0; i < 2; i++) {
        qdr_stage_random_free(&state->stages[i]);
        free(state->stages[i].message);
        free(state->stages[i].inbox);
        qdr_part_lists_cleanup(&state->lists[i]);
    }
    free(state->splits);
    free(state->slot_of);
    free(state->arrivals);
    free(state->decoded);
    free(state->blocks);
    free(state->num_filled);
    free(state);
}
