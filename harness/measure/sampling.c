/* harness/measure/sampling.c -- see sampling.h. */
#include "harness/measure/sampling.h"

#include <assert.h>
#include <string.h>

#include "harness/clock/clock.h"
#include "harness/measure/stopping.h"
#include "kernels/messaging/agreement.h"

enum {
    STEADY_WIDTH = 5,
    /* A sample shorter than so many clock resolutions is batched. */
    MIN_RESOLUTIONS = 100,
    MAX_BATCH = 10000,
    MIN_CHUNK = 5,
    /* Late starts are repeated, up to this many times the max number of
     * samples. */
    MAX_TRIES = 4
};

/* Executes until `min` are done and, if more are allowed, the time of one no
 * longer falls. */
static qdr_status warm_up(qdr_sampler *s)
{
    int64_t rank_times[QDR_MAX_WARMUP] = {0};
    int max = s->rules.max_warmup;
    int count = 0;
    qdr_status status;

    assert(max - s->rules.warmup <= QDR_MAX_WARMUP);
    status =
        qdr_agree(s->comm, qdr_sampler_execute(s, s->rules.warmup), s->error);
    s->samples->num_warmups = s->rules.warmup;
    while (status == QDR_OK && s->rules.warmup + count + STEADY_WIDTH <= max &&
           !qdr_is_steady(rank_times, count, STEADY_WIDTH)) {
        for (int i = 0; i < STEADY_WIDTH && status == QDR_OK; i++) {
            int64_t begin_ns = qdr_clock_now_ns();
            status = qdr_sampler_execute(s, 1);
            rank_times[count + i] = qdr_clock_now_ns() - begin_ns;
        }
        /* A rank that has failed takes part in the reduction, since the others
         * do; then all end the loop in the same turn. */
        if (qdr_sampler_reduce(s, rank_times + count, STEADY_WIDTH, MPI_MAX) !=
                MPI_SUCCESS &&
            status == QDR_OK)
            status = qdr_fail(s->error, QDR_ERROR_MPI, "the warm-up failed");
        status = qdr_agree(s->comm, status, s->error);
        count += STEADY_WIDTH;
        s->samples->num_warmups += STEADY_WIDTH;
    }
    return status;
}

/* Of a clock that does not move with every reading; a finer one does not
 * matter.
 */
static int64_t resolution_of(qdr_timer timer)
{
    return timer.overhead_ns > 0 ? 1 : timer.resolution_ns;
}

/* The executions per sample that make it long enough for the clock. */
static qdr_status choose_batch(qdr_sampler *s)
{
    qdr_timer timer = qdr_clock_timer();
    int64_t begin_ns = qdr_clock_now_ns();
    int64_t found_ns[] = {0, MIN_RESOLUTIONS * timer.resolution_ns,
                          resolution_of(timer)};
    int64_t took_ns, min_ns;
    qdr_status status;

    s->overhead_ns = timer.overhead_ns;
    status = qdr_sampler_sample(s, 0, true);
    s->sampling_ns = qdr_clock_now_ns() - begin_ns - s->verifying_ns;
    status = qdr_sampler_agree(s, status);
    if (status != QDR_OK)
        return status;
    found_ns[0] = s->local_ns[0];
    if (qdr_sampler_reduce(s, found_ns, 3, MPI_MAX) != MPI_SUCCESS)
        return qdr_fail(s->error, QDR_ERROR_MPI, "choosing a batch failed");
    took_ns = found_ns[0] < 1 ? 1 : found_ns[0];
    min_ns = found_ns[1];
    s->readings.resolution_ns = found_ns[2];
    /* A second execution of a batch would find the caches warm. */
    if (took_ns < min_ns && s->flush == NULL)
        s->samples->batch = min_ns / took_ns + 1 > MAX_BATCH
                                ? MAX_BATCH
                                : (int)(min_ns / took_ns) + 1;
    return QDR_OK;
}

/* By the costs of the first sample, with the start that it waited for. */
static qdr_status choose_stride(qdr_sampler *s)
{
    int64_t costs_ns[] = {s->sampling_ns +
                              (s->samples->batch - 1) * s->local_ns[0],
                          s->verifying_ns};

    if (s->task->verify == NULL)
        return QDR_OK;
    if (qdr_sampler_reduce(s, costs_ns, 2, MPI_MAX) != MPI_SUCCESS)
        return qdr_fail(s->error, QDR_ERROR_MPI, "choosing a stride failed");
    s->samples->stride =
        qdr_choose_stride(s->rules.max_repetitions, costs_ns[0], costs_ns[1],
                          s->rules.verify_cap_s * 1e9);
    return QDR_OK;
}

/* The same on every rank, whose clocks may differ about a cap. */
static bool is_out_of_time(const qdr_sampler *s)
{
    int64_t elapsed_ns = qdr_clock_now_ns() - s->begin_ns;

    if (qdr_sampler_reduce(s, &elapsed_ns, 1, MPI_MAX) != MPI_SUCCESS)
        return true;
    return s->rules.cell_cap_s > 0 &&
           (double)elapsed_ns > s->rules.cell_cap_s * 1e9;
}

static bool is_precise(const qdr_sampler *s)
{
    size_t bytes = (size_t)s->samples->count * sizeof *s->sorted;

    memcpy(s->sorted, s->samples->time_ns, bytes);
    return qdr_is_precise(s->sorted, s->samples->count, s->rules.precision);
}

static int min_of(int a, int b)
{
    return a < b ? a : b;
}

/* Chunk after chunk until a rule ends it. */
static qdr_status take_all(qdr_sampler *s)
{
    qdr_samples *samples = s->samples;
    int min = s->rules.repetitions, max = s->rules.max_repetitions;
    int chunk = min, num_tries = 0;
    qdr_status status = QDR_OK;

    for (;;) {
        status = qdr_sampler_take_chunk(s, chunk);
        num_tries += chunk;
        if (status != QDR_OK)
            return status;
        if (samples->count >= min && min < max && is_precise(s)) {
            samples->end = QDR_END_PRECISION;
            break;
        }
        if (samples->count >= max) {
            samples->end = min == max ? QDR_END_COUNT : QDR_END_MAX;
            break;
        }
        if (num_tries >= MAX_TRIES * max) {
            samples->end = QDR_END_TRIES;
            break;
        }
        if (is_out_of_time(s)) {
            samples->end = QDR_END_TIME;
            break;
        }
        chunk = samples->count / 4 > MIN_CHUNK ? samples->count / 4 : MIN_CHUNK;
        chunk = min_of(chunk, max - samples->count);
    }
    if (samples->count > 0)
        return QDR_OK;
    return qdr_fail(s->error, QDR_ERROR_CHECK,
                    "every start came late, last with a window of %g us; "
                    "accepted: a longer window_us, or start: barrier",
                    s->rules.window_us);
}

qdr_status qdr_samples_take(qdr_samples *samples, const qdr_task *task,
                            const qdr_measuring *measuring, MPI_Comm comm,
                            qdr_error *error)
{
    bool is_simulated = qdr_clock_is_simulated();
    qdr_samples made = {.batch = 1, .stride = 1};
    qdr_sampler s = {.task = task,
                     .rules = *measuring,
                     .comm = comm,
                     .samples = &made,
                     .error = error};
    qdr_status status;

    if (is_simulated)
        s.rules.repetitions = s.rules.max_repetitions = 1;
    s.room = s.rules.max_repetitions;
    status = qdr_agree(comm, qdr_sampler_allocate(&s), error);
    if (status == QDR_OK && !is_simulated)
        status = warm_up(&s);
    if (status == QDR_OK && !is_simulated)
        status = choose_batch(&s);
    if (measuring->batch > 0)
        made.batch = measuring->batch;
    if (measuring->stride > 0 && !is_simulated)
        made.stride = measuring->stride;
    else if (status == QDR_OK && !is_simulated)
        status = choose_stride(&s);
    s.begin_ns = qdr_clock_now_ns();
    if (status == QDR_OK)
        status = take_all(&s);
    qdr_sampler_cleanup(&s);
    if (status == QDR_OK)
        *samples = made;
    else
        qdr_samples_cleanup(&made);
    return status;
}
