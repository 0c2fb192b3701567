/* harness/bench/sampling.c -- see sampling.h. */
#include "harness/bench/sampling.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/bench/phases.h"
#include "harness/clock/clock.h"
#include "kernels/messaging/agreement.h"

enum {
    STEADY_WIDTH = 5,
    /* A sample shorter than so many steps of the clock is batched. */
    LEAST_STEPS = 100,
    MAX_BATCH = 10000,
    LEAST_CHUNK = 5,
    /* Starts that come late are tried again, up to this many times the most
     * samples. */
    MOST_TRIES = 4
};

/* A sampling under way. The arrays have room for `room` samples. */
typedef struct sampler {
    const qdr_task *task;
    qdr_measuring rules; /* the window may grow */
    MPI_Comm comm;
    qdr_samples *samples;
    int room;
    int64_t *entry_ns, *exit_ns, *local_ns, *is_late, *sorted;
    int64_t *phase_ns[QDR_NUM_PHASES]; /* of an application */
    int64_t *stays_ns; /* [ranks][chunk], on rank 0, if they are asked for */
    char *flush;       /* what is written to empty the caches; NULL: warm */
    size_t flush_bytes;
    int64_t num_taken;
    int64_t verifying_ns; /* what preparing and verifying a sample took */
    qdr_status verified;  /* of all samples so far, on this rank */
    int64_t begin_ns;
    qdr_error *error;
} sampler;

static qdr_status execute(const sampler *s, int times)
{
    qdr_status status = QDR_OK;

    for (int i = 0; i < times && status == QDR_OK; i++)
        status = s->task->execute(s->task->context, s->error);
    return status;
}

/* What is done about the sample that comes or has come, outside its time. A
 * rank that finds damage goes on with the others, who wait for it, until all
 * agree.
 */
static void verify(sampler *s, bool is_before)
{
    const qdr_task *task = s->task;
    int64_t begin_ns = qdr_clock_now_ns();

    if (is_before && task->prepare != NULL)
        task->prepare(task->context);
    else if (!is_before && task->verify != NULL && s->verified == QDR_OK)
        s->verified = task->verify(task->context, s->error);
    s->verifying_ns += qdr_clock_now_ns() - begin_ns;
}

/* One sample, as number i of the chunk at hand. */
static qdr_status sample(sampler *s, int i)
{
    int64_t window_ns = (int64_t)(s->rules.window_us * 1000);
    bool is_late, is_verified = s->num_taken++ % s->samples->stride == 0;
    qdr_status status;

    if (is_verified)
        verify(s, true);
    if (s->flush != NULL)
        memset(s->flush, i, s->flush_bytes);
    status = qdr_clock_start_together(s->comm, s->rules.start, window_ns,
                                      &is_late, s->error);
    if (status != QDR_OK)
        return status;
    if (s->task->phase_ns != NULL)
        memset(s->task->phase_ns, 0, QDR_NUM_PHASES * sizeof(int64_t));
    s->entry_ns[i] = qdr_clock_now_ns();
    status = execute(s, s->samples->batch);
    s->exit_ns[i] = qdr_clock_now_ns();
    s->local_ns[i] = s->exit_ns[i] - s->entry_ns[i];
    s->is_late[i] = is_late;
    if (s->task->phase_ns != NULL)
        for (int phase = 0; phase < QDR_NUM_PHASES; phase++)
            s->phase_ns[phase][i] = s->task->phase_ns[phase];
    if (is_verified && status == QDR_OK)
        verify(s, false);
    return status;
}

/* Whether all went well everywhere, after samples of every rank. */
static qdr_status agree(const sampler *s, qdr_status status)
{
    return qdr_agree(s->comm, status == QDR_OK ? s->verified : status,
                     s->error);
}

/* Makes every rank's entry of `values[count]` the least or the largest. */
static int unite(const sampler *s, int64_t *values, int count, MPI_Op op)
{
    return MPI_Allreduce(MPI_IN_PLACE, values, count, MPI_INT64_T, op, s->comm);
}

/* On rank 0: the stay of every rank, of number `i` of a chunk of `count`. */
static void keep_stays(const sampler *s, int i, int count)
{
    qdr_samples *samples = s->samples;
    int64_t *row =
        samples->rank_ns + (size_t)samples->count * (size_t)samples->num_ranks;

    for (int r = 0; r < samples->num_ranks; r++)
        row[r] =
            s->stays_ns[(size_t)r * (size_t)count + (size_t)i] / samples->batch;
}

/* From every rank's stays to samples; late ones are left out. Returns how many
 * were late. */
static int keep(sampler *s, int count)
{
    qdr_samples *samples = s->samples;
    int num_late = 0;

    for (int i = 0; i < count; i++) {
        if (s->is_late[i]) {
            num_late++;
            continue;
        }
        samples->time_ns[samples->count] =
            (s->exit_ns[i] - s->entry_ns[i]) / samples->batch;
        samples->local_max_ns[samples->count] = s->local_ns[i] / samples->batch;
        if (s->task->phase_ns != NULL)
            for (int phase = 0; phase < QDR_NUM_PHASES; phase++)
                samples->phase_ns[phase][samples->count] =
                    s->phase_ns[phase][i] / samples->batch;
        if (s->stays_ns != NULL)
            keep_stays(s, i, count);
        samples->count++;
    }
    samples->num_late += num_late;
    return num_late;
}

static qdr_status take_chunk(sampler *s, int count)
{
    qdr_status status = QDR_OK;

    for (int i = 0; i < count && status == QDR_OK; i++)
        status = sample(s, i);
    status = agree(s, status);
    if (status != QDR_OK)
        return status;
    if ((s->rules.rank_times &&
         MPI_Gather(s->local_ns, count, MPI_INT64_T, s->stays_ns, count,
                    MPI_INT64_T, 0, s->comm) != MPI_SUCCESS) ||
        (s->task->phase_ns != NULL &&
         qdr_phases_unite(s->phase_ns, s->local_ns, count, s->comm) !=
             MPI_SUCCESS) ||
        unite(s, s->entry_ns, count, MPI_MIN) != MPI_SUCCESS ||
        unite(s, s->exit_ns, count, MPI_MAX) != MPI_SUCCESS ||
        unite(s, s->local_ns, count, MPI_MAX) != MPI_SUCCESS ||
        unite(s, s->is_late, count, MPI_MAX) != MPI_SUCCESS)
        return qdr_fail(s->error, QDR_ERROR_MPI,
                        "collecting the samples failed");
    /* A window that a quarter of the starts miss is too narrow. */
    if (keep(s, count) > count / 4)
        s->rules.window_us *= 2;
    return QDR_OK;
}

/* Executions until `least` are done and, if more are allowed, the time of one
 * falls no more. */
static qdr_status warm_up(sampler *s)
{
    int64_t stays[4096];
    int most = s->rules.most_warmup;
    int count = 0;
    qdr_status status = QDR_OK;

    if (most > (int)(sizeof stays / sizeof *stays))
        most = (int)(sizeof stays / sizeof *stays);
    status = execute(s, s->rules.warmup);
    s->samples->num_warmups = s->rules.warmup;
    while (status == QDR_OK && s->rules.warmup + count + STEADY_WIDTH <= most &&
           !qdr_is_steady(stays, count, STEADY_WIDTH)) {
        for (int i = 0; i < STEADY_WIDTH && status == QDR_OK; i++) {
            int64_t begin_ns = qdr_clock_now_ns();
            status = execute(s, 1);
            stays[count + i] = qdr_clock_now_ns() - begin_ns;
        }
        if (status == QDR_OK &&
            unite(s, stays + count, STEADY_WIDTH, MPI_MAX) != MPI_SUCCESS)
            status = qdr_fail(s->error, QDR_ERROR_MPI, "the warm-up failed");
        count += STEADY_WIDTH;
        s->samples->num_warmups += STEADY_WIDTH;
    }
    return qdr_agree(s->comm, status, s->error);
}

/* So many executions a sample that the clock can tell their length. */
static qdr_status choose_batch(sampler *s)
{
    int64_t least_ns = LEAST_STEPS * qdr_clock_timer().resolution_ns;
    int64_t took_ns;
    qdr_status status = agree(s, sample(s, 0));

    if (status != QDR_OK)
        return status;
    took_ns = s->local_ns[0];
    if (unite(s, &took_ns, 1, MPI_MAX) != MPI_SUCCESS ||
        unite(s, &least_ns, 1, MPI_MAX) != MPI_SUCCESS)
        return qdr_fail(s->error, QDR_ERROR_MPI, "choosing a batch failed");
    if (took_ns < 1)
        took_ns = 1;
    /* A second execution of a batch would find the caches warm. */
    if (took_ns < least_ns && s->flush == NULL)
        s->samples->batch = least_ns / took_ns + 1 > MAX_BATCH
                                ? MAX_BATCH
                                : (int)(least_ns / took_ns) + 1;
    return QDR_OK;
}

/* So many samples for one that is verified that verifying does not take longer
 * than they do, by the first one. */
static qdr_status choose_stride(sampler *s)
{
    int64_t sample_ns, most_ns = s->verifying_ns;

    if (s->task->verify == NULL)
        return QDR_OK;
    sample_ns = s->local_ns[0] * s->samples->batch + 1;
    if (unite(s, &most_ns, 1, MPI_MAX) != MPI_SUCCESS ||
        unite(s, &sample_ns, 1, MPI_MAX) != MPI_SUCCESS)
        return qdr_fail(s->error, QDR_ERROR_MPI, "choosing a stride failed");
    s->samples->stride = (int)(most_ns / sample_ns) + 1;
    s->num_taken = 0;
    return QDR_OK;
}

/* The same on every rank, whose clocks may differ about a cap. */
static bool is_out_of_time(const sampler *s)
{
    int64_t elapsed_ns = qdr_clock_now_ns() - s->begin_ns;

    if (unite(s, &elapsed_ns, 1, MPI_MAX) != MPI_SUCCESS)
        return true;
    return s->rules.cell_cap_s > 0 &&
           (double)elapsed_ns > s->rules.cell_cap_s * 1e9;
}

static bool is_precise(const sampler *s)
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
static qdr_status take_all(sampler *s)
{
    qdr_samples *samples = s->samples;
    int least = s->rules.repetitions, most = s->rules.most_repetitions;
    int chunk = least, num_tries = 0;
    qdr_status status = QDR_OK;

    for (;;) {
        status = take_chunk(s, chunk);
        num_tries += chunk;
        if (status != QDR_OK)
            return status;
        if (samples->count >= least && least < most && is_precise(s)) {
            samples->end = QDR_END_PRECISION;
            break;
        }
        if (samples->count >= most) {
            samples->end = least == most ? QDR_END_COUNT : QDR_END_MOST;
            break;
        }
        if (num_tries >= MOST_TRIES * most) {
            samples->end = QDR_END_TRIES;
            break;
        }
        if (is_out_of_time(s)) {
            samples->end = QDR_END_TIME;
            break;
        }
        chunk =
            samples->count / 4 > LEAST_CHUNK ? samples->count / 4 : LEAST_CHUNK;
        chunk = min_of(chunk, most - samples->count);
    }
    if (samples->count > 0)
        return QDR_OK;
    return qdr_fail(s->error, QDR_ERROR_CHECK,
                    "every start came late, last with a window of %g us; "
                    "accepted: a longer window_us, or start: barrier",
                    s->rules.window_us);
}

static qdr_status allocate_stays(sampler *s)
{
    int rank, num_ranks;
    size_t bytes;

    MPI_Comm_rank(s->comm, &rank);
    MPI_Comm_size(s->comm, &num_ranks);
    if (!s->rules.rank_times || rank != 0)
        return QDR_OK;
    bytes = (size_t)s->room * (size_t)num_ranks * sizeof(int64_t);
    s->samples->num_ranks = num_ranks;
    s->stays_ns = malloc(bytes);
    /* Released by qdr_samples_cleanup. */
    s->samples->rank_ns = malloc(bytes);
    if (s->stays_ns == NULL || s->samples->rank_ns == NULL)
        return qdr_fail_memory(s->error, "the times of ranks");
    return QDR_OK;
}

static qdr_status allocate(sampler *s)
{
    size_t bytes = (size_t)s->room * sizeof(int64_t);
    long cache = sysconf(_SC_LEVEL3_CACHE_SIZE);

    s->entry_ns = malloc(bytes);
    s->exit_ns = malloc(bytes);
    s->local_ns = malloc(bytes);
    s->is_late = malloc(bytes);
    s->sorted = malloc(bytes);
    /* Released by qdr_samples_cleanup. */
    s->samples->time_ns = malloc(bytes);
    s->samples->local_max_ns = malloc(bytes);
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
        s->is_late == NULL || s->sorted == NULL ||
        s->samples->time_ns == NULL || s->samples->local_max_ns == NULL ||
        (s->flush_bytes > 0 && s->flush == NULL))
        return qdr_fail_memory(s->error, "the samples");
    return allocate_stays(s);
}

qdr_status qdr_samples_take(qdr_samples *samples, const qdr_task *task,
                            const qdr_measuring *measuring, MPI_Comm comm,
                            qdr_error *error)
{
    bool is_simulated = qdr_clock_is_simulated();
    qdr_samples made = {.batch = 1, .stride = 1};
    sampler s = {.task = task,
                 .rules = *measuring,
                 .comm = comm,
                 .samples = &made,
                 .error = error};
    qdr_status status;

    if (is_simulated)
        s.rules.repetitions = s.rules.most_repetitions = 1;
    s.room = s.rules.most_repetitions;
    status = qdr_agree(comm, allocate(&s), error);
    if (status == QDR_OK && !is_simulated)
        status = warm_up(&s);
    if (status == QDR_OK && !is_simulated)
        status = choose_batch(&s);
    if (measuring->batch > 0)
        made.batch = measuring->batch;
    if (status == QDR_OK && !is_simulated)
        status = choose_stride(&s);
    s.begin_ns = qdr_clock_now_ns();
    if (status == QDR_OK)
        status = take_all(&s);
    free(s.entry_ns);
    free(s.exit_ns);
    free(s.local_ns);
    free(s.is_late);
    for (int phase = 0; phase < QDR_NUM_PHASES; phase++)
        free(s.phase_ns[phase]);
    free(s.stays_ns);
    free(s.sorted);
    free(s.flush);
    if (status == QDR_OK)
        *samples = made;
    else
        qdr_samples_cleanup(&made);
    return status;
}
