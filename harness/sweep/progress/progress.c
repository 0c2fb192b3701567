/* harness/sweep/progress/progress.c -- see progress.h. */
#include "harness/sweep/progress/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { BAR_WIDTH = 20, LINE_EVERY_S = 60 };

double qdr_progress_now_s(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

void qdr_progress_begin(qdr_progress *progress, const char *what, int64_t total)
{
    double now_s = qdr_progress_now_s();

    *progress = (qdr_progress){.what = what,
                               .is_terminal = isatty(STDERR_FILENO) == 1,
                               .start_s = now_s,
                               .next_line_s = now_s + LINE_EVERY_S,
                               .total = total};
    fprintf(stderr, "quadrille sweep: %s: %" PRId64 " cells\n", what, total);
}

static void print_counts(const qdr_progress *progress)
{
    fprintf(stderr, "%" PRId64 "/%" PRId64 " cells, %" PRId64 " invalid",
            progress->done, progress->total, progress->invalid);
    if (progress->done > 0) {
        double passed_s = qdr_progress_now_s() - progress->start_s;
        fprintf(stderr, ", %.0f s left",
                passed_s / (double)progress->done *
                    (double)(progress->total - progress->done));
    }
    fprintf(stderr, ": %s", progress->what);
}

void qdr_progress_draw(qdr_progress *progress)
{
    static const char full[] = "####################";
    static const char empty[] = "....................";

    if (progress->total == 0)
        return;
    if (progress->is_terminal) {
        int filled = (int)(BAR_WIDTH * progress->done / progress->total);
        fprintf(stderr, "\r[%.*s%.*s] ", filled, full, BAR_WIDTH - filled,
                empty);
        print_counts(progress);
        fputs("\033[K", stderr);
    } else if (qdr_progress_now_s() >= progress->next_line_s) {
        progress->next_line_s += LINE_EVERY_S;
        fputs("quadrille sweep: ", stderr);
        print_counts(progress);
        fputc('\n', stderr);
    }
    fflush(stderr);
}

void qdr_progress_end(const qdr_progress *progress)
{
    if (progress->is_terminal)
        fputs("\r\033[K", stderr);
}
