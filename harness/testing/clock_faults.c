/* harness/testing/clock_faults.c -- wrong clocks, for tests.
 *
 * Preloaded into an unchanged program (LD_PRELOAD). The clock CLOCK_MONOTONIC
 * of the rank QDR_CLOCK_RANK (default: of every rank) has the fault QDR_CLOCK:
 * `coarse` moves by QDR_CLOCK_NS at a time; `back` has every 50th reading too
 * small by so much; `jump` is that much ahead, once, from its 3000th reading
 * on; `fast` gains a hundredth from there on.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { SOMETIMES = 50, FIRST = 3000, HUNDREDTH = 100 };

static int is_struck(void)
{
    const char *rank = getenv("OMPI_COMM_WORLD_RANK");
    const char *only = getenv("QDR_CLOCK_RANK");

    return rank != NULL && getenv("QDR_CLOCK") != NULL &&
           (only == NULL || strcmp(rank, only) == 0);
}

/* Of a few threads, which may lose a count. */
static int64_t disturb(int64_t now_ns)
{
    static int64_t num_readings, first_ns;
    const char *fault = getenv("QDR_CLOCK"), *length = getenv("QDR_CLOCK_NS");
    int64_t by_ns = length == NULL ? 0 : strtoll(length, NULL, 10);

    num_readings++;
    if (strcmp(fault, "coarse") == 0)
        return now_ns - now_ns % by_ns;
    if (strcmp(fault, "back") == 0)
        return num_readings % SOMETIMES == 0 ? now_ns - by_ns : now_ns;
    if (num_readings < FIRST)
        return now_ns;
    if (first_ns == 0)
        first_ns = now_ns;
    return strcmp(fault, "jump") == 0
               ? now_ns + by_ns
               : now_ns + (now_ns - first_ns) / HUNDREDTH;
}

int clock_gettime(clockid_t clock, struct timespec *time)
{
    int result = (int)syscall(SYS_clock_gettime, clock, time);

    if (result == 0 && clock == CLOCK_MONOTONIC && is_struck()) {
        int64_t now_ns =
            disturb((int64_t)time->tv_sec * 1000000000 + time->tv_nsec);
        time->tv_sec = now_ns / 1000000000;
        time->tv_nsec = now_ns % 1000000000;
    }
    return result;
}
