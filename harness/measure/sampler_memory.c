/* harness/measure/sampler_memory.c -- the arrays of a sampler; see sampler.h.
 */
#include <stdlib.h>
#include <unistd.h>

#include "harness/measure/sampler.h"

static qdr_status allocate_rank_times(qdr_sampler *s)
{
    int rank, num_ranks;
    size_t bytes;

    MPI_Comm_rank(s->comm, &rank);
    MPI_Comm_size(s->comm, &num_ranks);
    if (!s->rules.rank_times || rank != 0)
        return QDR_OK;
    bytes = (size_t)s->room * (size_t)num_ranks * sizeof(int64_t);
    s->samples->num_ranks = num_ranks;
    s->rank_times_ns = malloc(bytes);
    /* Released by qdr_samples_cleanup. */
    s->samples->rank_ns = malloc(bytes);
    if (s->rank_times_ns == NULL || s->samples->rank_ns == NULL)
        return qdr_fail_memory(s->error, "the times of ranks");
    return QDR_OK;
}

qdr_status qdr_sampler_allocate(qdr_sampler *s)
{
    size_t bytes = (size_t)s->room * sizeof(int64_t);
    long cache = sysconf(_SC_LEVEL3_CACHE_SIZE);

    qdr_readings_init(&s->readings);
    s->entry_ns = malloc(bytes);
    s->exit_ns = malloc(bytes);
    s->local_ns = malloc(bytes);
    s->late_ns = malloc(bytes);
    s->ready_ns = malloc(bytes);
    s->sorted = malloc(bytes);
    s->are_verified = malloc((size_t)s->room * sizeof *s->are_verified);
    /* Released by qdr_samples_cleanup. */
    s->samples->time_ns = malloc(bytes);
    s->samples->local_max_ns = malloc(bytes);
    s->samples->late_ns = malloc(bytes);
    for (int phase = 0; s->task->phase_ns != NULL && phase < QDR_NUM_PHASES;
         phase++) {
        s->phase_ns[phase] = malloc(bytes);
        s->samples->phase_ns[phase] = malloc(bytes);
        if (s->phase_ns[phase] == NULL || s->samples->phase_ns[phase] == NULL)
            return qdr_fail_memory(s->error, "the samples");
    }
    if (s->rules.cache == QDR_CACHE_COLD) {
        s->flush_bytes = cache > 0 ? 2 * (size_t)cache : (size_t)64 << 20;
        s->flush = malloc(s->flush_bytes);
    }
    if (s->entry_ns == NULL || s->exit_ns == NULL || s->local_ns == NULL ||
        s->late_ns == NULL || s->ready_ns == NULL || s->sorted == NULL ||
        s->are_verified == NULL || s->samples->time_ns == NULL ||
        s->samples->local_max_ns == NULL || s->samples->late_ns == NULL ||
        (s->flush_bytes > 0 && s->flush == NULL))
        return qdr_fail_memory(s->error, "the samples");
    return allocate_rank_times(s);
}

void qdr_sampler_cleanup(qdr_sampler *s)
{
    free(s->entry_ns);
    free(s->exit_ns);
    free(s->local_ns);
    free(s->late_ns);
    free(s->ready_ns);
    for (int phase = 0; phase < QDR_NUM_PHASES; phase++)
        free(s->phase_ns[phase]);
    free(s->rank_times_ns);
    free(s->sorted);
    free(s->are_verified);
    free(s->flush);
}
