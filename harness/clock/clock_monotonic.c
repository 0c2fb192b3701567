/* harness/clock/clock_monotonic.c -- clock.h on real machines.
 *
 * CLOCK_MONOTONIC is one clock for all processes of a kernel and a time
 * namespace. Where the ranks do not share one they follow that of rank 0; see
 * clock_sync.h.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

#include "harness/clock/barrier.h"
#include "harness/clock/clock.h"
#include "harness/clock/clock_injected.h"
#include "harness/clock/clock_sync.h"

enum {
    FIRST_SYNCS = 11,
    FIRST_FIT_NS = 1000000000, /* from the first of them to the last */
    RENEWAL_NS = 1000000000
};

static qdr_clock_sync sync;
static bool is_following;   /* else the local clock is the one clock */
static int64_t followed_ns; /* when the clocks were last followed */

/* For tests: a local clock that is off and drifts. */
static int64_t injected_offset_ns, injected_origin_ns;
static double injected_drift;

static int64_t monotonic_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static int64_t local_ns(void)
{
    int64_t now = monotonic_ns();

    if (injected_origin_ns == 0)
        return now;
    return now + injected_offset_ns +
           (int64_t)(injected_drift * (double)(now - injected_origin_ns));
}

void qdr_clock_inject(int64_t offset_ns, double drift)
{
    injected_origin_ns = monotonic_ns();
    injected_offset_ns = offset_ns;
    injected_drift = drift;
}

void qdr_clock_inject_drift(double drift)
{
    int64_t now = monotonic_ns();

    injected_offset_ns +=
        llround(injected_drift * (double)(now - injected_origin_ns));
    injected_origin_ns = now;
    injected_drift = drift;
}

int64_t qdr_clock_error_ns(void)
{
    int64_t smallest = INT64_MAX;

    for (int i = 0; i < 50; i++) {
        int64_t before = monotonic_ns();
        int64_t shown = qdr_clock_now_ns();
        int64_t after = monotonic_ns();
        int64_t off = llabs(shown - (before + after) / 2);
        if (off < smallest)
            smallest = off;
    }
    return smallest;
}

int64_t qdr_clock_round_trip_ns(void)
{
    return sync.round_trip_ns;
}

static void wait_ns(int64_t duration_ns)
{
    const struct timespec duration = {duration_ns / 1000000000,
                                      duration_ns % 1000000000};

    nanosleep(&duration, NULL);
}

static qdr_status check(int code, qdr_error *error)
{
    if (code == MPI_SUCCESS)
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_MPI, "synchronising the clocks failed");
}

static qdr_status follow(MPI_Comm comm, qdr_error *error)
{
    int code = qdr_clock_follow(&sync, comm, local_ns);

    followed_ns = monotonic_ns();
    return check(code, error);
}

/* What CLOCK_MONOTONIC is one clock for: a boot of a kernel, and a time
 * namespace, which a container may have of its own. */
typedef struct clock_identity {
    int64_t boot[2], namespace;
} clock_identity;

/* False: it is not known. */
static bool identify_clock(clock_identity *out)
{
    struct stat about;
    uint64_t parts[5] = {0};
    FILE *file = fopen("/proc/sys/kernel/random/boot_id", "r");
    bool is_known =
        file != NULL &&
        fscanf(file, "%" SCNx64 "-%" SCNx64 "-%" SCNx64 "-%" SCNx64 "-%" SCNx64,
               &parts[0], &parts[1], &parts[2], &parts[3], &parts[4]) == 5;

    if (file != NULL)
        fclose(file);
    out->boot[0] = (int64_t)(parts[0] << 32 | parts[1] << 16 | parts[2]);
    out->boot[1] = (int64_t)(parts[3] << 48 | parts[4]);
    /* Kernels before 5.6 have none. */
    out->namespace =
        stat("/proc/self/ns/time", &about) == 0 ? (int64_t)about.st_ino : 0;
    return is_known;
}

/* Sets *out_shared to whether all ranks have the clock of one kernel; returns
 * an MPI code. */
static int compare_identities(MPI_Comm comm, bool *out_shared)
{
    clock_identity own;
    bool is_known = identify_clock(&own);
    /* The max of a number and of its complement: of equal ones these are
     * complements, too. */
    int64_t numbers[] = {own.boot[0],     own.boot[1],  own.namespace,
                         ~own.boot[0],    ~own.boot[1], ~own.namespace,
                         is_known ? 0 : 1};
    int code =
        MPI_Allreduce(MPI_IN_PLACE, numbers, 7, MPI_INT64_T, MPI_MAX, comm);

    *out_shared = numbers[6] == 0 && numbers[0] == ~numbers[3] &&
                  numbers[1] == ~numbers[4] && numbers[2] == ~numbers[5];
    return code;
}

/* Whether a rank has another clock than another rank; returns an MPI code.
 * Nodes that share one machine share its clock, and copies of a virtual machine
 * may have one identity. */
static int find_other_clocks(MPI_Comm comm, bool *out_found)
{
    bool is_shared, differs = false;
    int is_alone, code = compare_identities(comm, &is_shared);

    if (code == MPI_SUCCESS && is_shared)
        code = qdr_clock_compare(comm, local_ns, &differs);
    is_alone = !is_shared || differs;
    if (code == MPI_SUCCESS)
        code =
            MPI_Allreduce(MPI_IN_PLACE, &is_alone, 1, MPI_INT, MPI_MAX, comm);
    *out_found = is_alone != 0;
    return code;
}

qdr_status qdr_clock_init(MPI_Comm comm, qdr_error *error)
{
    qdr_status status = check(find_other_clocks(comm, &is_following), error);

    sync = (qdr_clock_sync){.num_sightings = 0};
    /* A line needs points apart. */
    for (int i = 0; i < FIRST_SYNCS && is_following && status == QDR_OK; i++) {
        if (i > 0)
            wait_ns(FIRST_FIT_NS / (FIRST_SYNCS - 1));
        status = follow(comm, error);
    }
    return status;
}

qdr_status qdr_clock_resync(MPI_Comm comm, qdr_error *error)
{
    int64_t age_ns = monotonic_ns() - followed_ns;
    qdr_status status;

    if (!is_following)
        return QDR_OK;
    status = qdr_clock_agree(comm, &age_ns, error);
    return status == QDR_OK && age_ns > RENEWAL_NS ? follow(comm, error)
                                                   : status;
}

int64_t qdr_clock_uncertainty_ns(void)
{
    return is_following ? sync.uncertainty_ns : 0;
}

int64_t qdr_clock_now_ns(void)
{
    int64_t now = local_ns();

    return is_following ? qdr_clock_model_apply(&sync.model, now) : now;
}

qdr_status qdr_clock_start_together(MPI_Comm comm, uint64_t draw,
                                    qdr_error *error)
{
    (void)draw;
    if (qdr_barrier(comm) == MPI_SUCCESS)
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_MPI, "the start of a sample failed");
}

qdr_status qdr_clock_agree(MPI_Comm comm, int64_t *time_ns, qdr_error *error)
{
    if (qdr_barrier_latest(comm, time_ns) == MPI_SUCCESS)
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_MPI, "agreeing on a time failed");
}

int64_t qdr_clock_wait_until(int64_t time_ns)
{
    int64_t now_ns;

    do {
        now_ns = qdr_clock_now_ns();
    } while (now_ns < time_ns);
    return now_ns - time_ns;
}

int qdr_clock_is_simulated(void)
{
    return 0;
}

static int by_value(const void *left, const void *right)
{
    const int64_t *a = left, *b = right;

    return (*a > *b) - (*a < *b);
}

qdr_timer qdr_clock_timer(void)
{
    enum { READINGS = 1000, CHANGES = 5 };
    int64_t differences[READINGS];
    int64_t before = qdr_clock_now_ns();
    qdr_timer timer = {0, 0};

    for (int i = 0; i < READINGS; i++) {
        int64_t now = qdr_clock_now_ns();
        differences[i] = now - before;
        before = now;
    }
    qsort(differences, READINGS, sizeof *differences, by_value);
    timer.overhead_ns = differences[READINGS / 2];
    for (int i = 0; i < READINGS && timer.resolution_ns == 0; i++)
        timer.resolution_ns = differences[i] > 0 ? differences[i] : 0;
    /* The clock has not moved: take the smallest of its next changes. */
    for (int i = 0; timer.overhead_ns == 0 && i < CHANGES; i++) {
        int64_t now = before;
        while (now <= before)
            now = qdr_clock_now_ns();
        if (timer.resolution_ns == 0 || now - before < timer.resolution_ns)
            timer.resolution_ns = now - before;
        before = now;
    }
    return timer;
}
