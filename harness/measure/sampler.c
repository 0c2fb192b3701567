/* harness/measure/sampler.c -- see sampler.h. */
#include "harness/measure/sampler.h"

#include <string.h>
#include <time.h>

#include "harness/clock/clock.h"
#include "harness/measure/phases.h"
#include "kernels/messaging/agreement.h"

enum {
    LATE_NS =
        500, /* a start later than this after the agreed time counts as late */
    AWAKE_NS = 5000000, /* the last stretch of a window */
    MARGIN_NS = 20000,  /* between the last agreement and the start */
    STILL_NS = 1000     /* before the start, when nothing else is done */
};

qdr_status qdr_sampler_execute(const qdr_sampler *s, int times)
{
    qdr_status status = QDR_OK;

    for (int i = 0; i < times && status == QDR_OK; i++)
        status = s->task->execute(s->task->context, s->error);
    return status;
}

/* Outside the times of samples. */
static int64_t read_clock(qdr_sampler *s)
{
    return qdr_readings_note(&s->readings, qdr_clock_now_ns());
}

/* Prepares the next sample, or verifies the last one, outside its time. A rank
 * that finds damage continues with the others, who wait for it, until all
 * agree. */
static void verify(qdr_sampler *s, bool is_before)
{
    const qdr_task *task = s->task;
    int64_t begin_ns = read_clock(s);

    if (is_before && task->prepare != NULL)
        task->prepare(task->context);
    else if (!is_before && task->verify != NULL && s->verified == QDR_OK)
        s->verified = task->verify(task->context, s->error);
    s->verifying_ns += read_clock(s) - begin_ns;
}

/* Until shortly before the time at which a sample starts. A core that sleeps
 * goes cold, and so does in some milliseconds whatever it does not use: the
 * last stretch goes by with executions that nobody times, as many as all ranks
 * have room for. */
static qdr_status wait_warm(qdr_sampler *s, int64_t start_ns)
{
    qdr_status status = QDR_OK;

    for (;;) {
        int64_t ready_ns = qdr_clock_now_ns() +
                           2 * (s->execution_ns + s->preparing_ns) + MARGIN_NS;
        if (status == QDR_OK)
            status = qdr_clock_agree(s->comm, &ready_ns, s->error);
        if (status != QDR_OK || ready_ns >= start_ns)
            return status;
        if (start_ns - ready_ns > AWAKE_NS) {
            const struct timespec rest = {
                (start_ns - ready_ns - AWAKE_NS) / 1000000000,
                (start_ns - ready_ns - AWAKE_NS) % 1000000000};
            nanosleep(&rest, NULL);
            continue;
        }
        status = qdr_sampler_execute(s, 1);
    }
}

/* Prepares a sample: poisons the data that will be verified, and empties the
 * caches if they must be cold. */
static void prepare(qdr_sampler *s, bool is_verified, int i)
{
    int64_t begin_ns = read_clock(s);

    if (is_verified)
        verify(s, true);
    if (s->flush != NULL)
        memset(s->flush, i, s->flush_bytes);
    s->preparing_ns = read_clock(s) - begin_ns;
}

/* The last stretch, too short for an execution on any rank: the library polls
 * for messages, so that its code and its queues remain in the cache, as they do
 * after a barrier. */
static void stay_warm(qdr_sampler *s, int64_t start_ns)
{
    int is_there = 0;

    while (qdr_clock_now_ns() < start_ns - STILL_NS)
        MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, s->comm, &is_there,
                   MPI_STATUS_IGNORE);
}

/* At an agreed time; the sample records the lateness. */
static qdr_status start_in_window(qdr_sampler *s, bool is_verified, int i)
{
    const int64_t window_ns = (int64_t)(s->rules.window_us * 1000);
    qdr_status status;

    /* To empty caches takes longer than a window. */
    if (s->flush != NULL)
        prepare(s, is_verified, i);
    s->ready_ns[i] = read_clock(s);
    s->start_ns = s->ready_ns[i] + window_ns;
    status = qdr_clock_agree(s->comm, &s->start_ns, s->error);
    qdr_readings_order(&s->readings, s->start_ns - window_ns, read_clock(s));
    if (status == QDR_OK && s->flush == NULL) {
        status = wait_warm(s, s->start_ns);
        prepare(s, is_verified, i);
        stay_warm(s, s->start_ns);
    }
    qdr_clock_wait_until(s->start_ns);
    return status;
}

static bool has_window(const qdr_sampler *s)
{
    return s->rules.start == QDR_START_WINDOW && !qdr_clock_is_simulated();
}

static qdr_status start(qdr_sampler *s, bool is_verified, int i)
{
    if (has_window(s))
        return start_in_window(s, is_verified, i);
    prepare(s, is_verified, i);
    s->ready_ns[i] = s->readings.last_ns;
    return qdr_clock_start_together(s->comm, s->task->draw, s->error);
}

/* What was read in a sample, behind it. */
static void keep_readings(qdr_sampler *s, int i)
{
    int64_t late_ns;

    qdr_readings_note(&s->readings, s->entry_ns[i]);
    qdr_readings_note(&s->readings, s->exit_ns[i]);
    /* Of the reading before, which saw that it was time to start. */
    late_ns = s->entry_ns[i] - s->start_ns - s->overhead_ns;
    s->late_ns[i] = has_window(s) && late_ns > 0 ? late_ns : 0;
    s->local_ns[i] = s->exit_ns[i] - s->entry_ns[i];
    s->execution_ns = s->local_ns[i] / s->samples->batch;
    if (s->task->phase_ns != NULL)
        for (int phase = 0; phase < QDR_NUM_PHASES; phase++)
            s->phase_ns[phase][i] = s->task->phase_ns[phase];
}

qdr_status qdr_sampler_sample(qdr_sampler *s, int i, bool is_verified)
{
    qdr_status status = qdr_clock_resync(s->comm, s->error);

    /* A clock that follows another may have been put back by so much. */
    s->readings.last_ns -= qdr_clock_uncertainty_ns();
    s->are_verified[i] = is_verified && s->task->verify != NULL;
    if (status == QDR_OK)
        status = start(s, is_verified, i);
    if (status != QDR_OK)
        return status;
    if (s->task->phase_ns != NULL)
        memset(s->task->phase_ns, 0, QDR_NUM_PHASES * sizeof(int64_t));
    s->entry_ns[i] = qdr_clock_now_ns();
    status = qdr_sampler_execute(s, s->samples->batch);
    s->exit_ns[i] = qdr_clock_now_ns();
    keep_readings(s, i);
    if (is_verified && status == QDR_OK)
        verify(s, false);
    return status;
}

qdr_status qdr_sampler_agree(const qdr_sampler *s, qdr_status status)
{
    if (status == QDR_OK)
        status = s->verified;
    if (status == QDR_OK)
        status = qdr_readings_check_own(&s->readings, s->error);
    return qdr_agree(s->comm, status, s->error);
}

int qdr_sampler_reduce(const qdr_sampler *s, int64_t *values, int count,
                       MPI_Op op)
{
    return MPI_Allreduce(MPI_IN_PLACE, values, count, MPI_INT64_T, op, s->comm);
}

/* On rank 0: the time on every rank, of number `i` of a chunk of `count`. */
static void keep_rank_times(const qdr_sampler *s, int i, int count)
{
    qdr_samples *samples = s->samples;
    int64_t *row =
        samples->rank_ns + (size_t)samples->count * (size_t)samples->num_ranks;

    for (int r = 0; r < samples->num_ranks; r++)
        row[r] = s->rank_times_ns[(size_t)r * (size_t)count + (size_t)i] /
                 samples->batch;
}

/* Reduces the times on every rank to samples and leaves late ones out. Returns
 * the number of late ones. */
static int keep(qdr_sampler *s, int count)
{
    qdr_samples *samples = s->samples;
    int num_late = 0;

    for (int i = 0; i < count; i++) {
        if (s->late_ns[i] > LATE_NS) {
            num_late++;
            continue;
        }
        samples->num_verified += s->are_verified[i];
        samples->time_ns[samples->count] =
            (s->exit_ns[i] - s->entry_ns[i]) / samples->batch;
        samples->local_max_ns[samples->count] = s->local_ns[i] / samples->batch;
        samples->late_ns[samples->count] = s->late_ns[i];
        if (s->task->phase_ns != NULL)
            for (int phase = 0; phase < QDR_NUM_PHASES; phase++)
                samples->phase_ns[phase][samples->count] =
                    s->phase_ns[phase][i] / samples->batch;
        if (s->rank_times_ns != NULL)
            keep_rank_times(s, i, count);
        samples->count++;
    }
    samples->num_late += num_late;
    samples->last_is_kept = s->late_ns[count - 1] <= LATE_NS;
    return num_late;
}

/* The readings of all ranks: those of each sample, and those behind the last
 * one, before and after the ranks heard from each other. */
static qdr_status check_readings(qdr_sampler *s, int count, int64_t before_ns,
                                 int64_t after_ns)
{
    qdr_readings *all = &s->readings;
    int64_t values[] = {qdr_clock_uncertainty_ns(), all->ahead_ns, before_ns,
                        -after_ns};

    if (qdr_sampler_reduce(s, values, 4, MPI_MAX) != MPI_SUCCESS ||
        qdr_sampler_reduce(s, s->ready_ns, count, MPI_MAX) != MPI_SUCCESS)
        return qdr_fail(s->error, QDR_ERROR_MPI,
                        "collecting the clocks' readings failed");
    s->samples->uncertainty_ns = all->uncertainty_ns = values[0];
    all->ahead_ns = values[1];
    qdr_readings_order(all, values[2], -values[3]);
    for (int i = 0; i < count; i++)
        qdr_readings_order(all, s->ready_ns[i], s->entry_ns[i]);
    for (int i = 0; i < count; i++)
        s->ready_ns[i] = s->exit_ns[i] - s->entry_ns[i];
    return qdr_readings_check(all, s->ready_ns, count, s->error);
}

qdr_status qdr_sampler_take_chunk(qdr_sampler *s, int count)
{
    qdr_status status = QDR_OK;
    int64_t before_ns, after_ns;

    for (int i = 0; i < count && status == QDR_OK; i++)
        status = qdr_sampler_sample(
            s, i, s->num_taken++ % s->samples->stride == 0 || i == count - 1);
    before_ns = s->readings.last_ns;
    status = qdr_sampler_agree(s, status);
    if (status != QDR_OK)
        return status;
    /* In a simulation all ranks read one variable. */
    after_ns = qdr_clock_is_simulated() ? before_ns : qdr_clock_now_ns();
    if ((s->rules.rank_times &&
         MPI_Gather(s->local_ns, count, MPI_INT64_T, s->rank_times_ns, count,
                    MPI_INT64_T, 0, s->comm) != MPI_SUCCESS) ||
        (s->task->phase_ns != NULL &&
         qdr_phases_reduce(s->phase_ns, s->local_ns, count, s->comm) !=
             MPI_SUCCESS) ||
        qdr_sampler_reduce(s, s->entry_ns, count, MPI_MIN) != MPI_SUCCESS ||
        qdr_sampler_reduce(s, s->exit_ns, count, MPI_MAX) != MPI_SUCCESS ||
        qdr_sampler_reduce(s, s->local_ns, count, MPI_MAX) != MPI_SUCCESS ||
        qdr_sampler_reduce(s, s->late_ns, count, MPI_MAX) != MPI_SUCCESS)
        return qdr_fail(s->error, QDR_ERROR_MPI,
                        "collecting the samples failed");
    if (!qdr_clock_is_simulated())
        status = check_readings(s, count, before_ns, after_ns);
    if (status != QDR_OK)
        return status;
    if (s->rules.start == QDR_START_WINDOW)
        s->samples->window_us = s->rules.window_us;
    /* A window that a quarter of the starts miss is too narrow. */
    if (keep(s, count) > count / 4)
        s->rules.window_us *= 2;
    return QDR_OK;
}
