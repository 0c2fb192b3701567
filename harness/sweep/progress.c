/* harness/sweep/progress.c -- see progress.h. */
#include "harness/sweep/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { BAR_WIDTH = 30 };

double qdr_progress_now_s(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

void qdr_progress_begin(qdr_progress *progress, int64_t total)
{
    *progress = (qdr_progress){.is_shown = isatty(STDERR_FILENO) == 1,
                               .start_s = qdr_progress_now_s(),
                               .total = total};
}

void qdr_progress_draw(const qdr_progress *progress)
{
    static const char full[] = "##############################";
    static const char empty[] = "..............................";
    char left[32] = "";
    int filled;

    if (!progress->is_shown || progress->total == 0)
        return;
    filled = (int)(BAR_WIDTH * progress->done / progress->total);
    if (progress->done > 0) {
        double passed_s = qdr_progress_now_s() - progress->start_s;
        double left_s = passed_s / (double)progress->done *
                        (double)(progress->total - progress->done);
        snprintf(left, sizeof left, ", %.0f s left", left_s);
    }
    fprintf(stderr,
            "\r[%.*s%.*s] %" PRId64 "/%" PRId64 " cells, %" PRId64
            " invalid%s\033[K",
            filled, full, BAR_WIDTH - filled, empty, progress->done,
            progress->total, progress->invalid, left);
    fflush(stderr);
}

void qdr_progress_end(const qdr_progress *progress)
{
    if (progress->is_shown)
        fputs("\r\033[K", stderr);
}
