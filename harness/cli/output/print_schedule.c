/* harness/cli/output/print_schedule.c -- see print_schedule.h. */
#include "harness/cli/output/print_schedule.h"

#include <inttypes.h>
#include <stdio.h>

/* The message of transfer `t`, and the place behind it. */
typedef struct message {
    int src, dst;
    int64_t bytes, end;
} message;

static message message_at(const qdr_schedule *schedule, int64_t t, int64_t end)
{
    message made = {.src = schedule->transfers[t].src,
                    .dst = schedule->transfers[t].dst};

    made.end = qdr_message_end(schedule, t, end, &made.bytes);
    return made;
}

/* The two halves of an exchange are neighbours. Returns the place behind. */
static int64_t print_exchange(const qdr_schedule *schedule, int64_t t,
                              int64_t end)
{
    message a = message_at(schedule, t, end), b;
    bool is_exchange = false;

    if (a.end < end) {
        b = message_at(schedule, a.end, end);
        is_exchange = b.src == a.dst && b.dst == a.src;
    }
    if (!is_exchange) {
        printf("  %d -> %d", a.src, a.dst);
        return a.end;
    }
    printf("  %d <-> %d", a.src < a.dst ? a.src : a.dst,
           a.src < a.dst ? a.dst : a.src);
    return b.end;
}

void qdr_print_schedule_text(const qdr_kernel *kernel,
                             const qdr_schedule *schedule)
{
    for (int64_t i = 0; i < schedule->num_rounds; i++) {
        int64_t end = schedule->round_begin[i + 1];
        printf("round %3" PRId64 ":", i + 1);
        for (int64_t t = schedule->round_begin[i]; t < end;) {
            message a = message_at(schedule, t, end);
            if (kernel->is_printed_by_receiver)
                printf("  %d <- %d", a.dst, a.src);
            t = kernel->is_printed_by_receiver
                    ? a.end
                    : print_exchange(schedule, t, end);
        }
        printf("\n");
    }
}

void qdr_print_schedule_csv(const qdr_kernel *kernel,
                            const qdr_schedule *schedule)
{
    (void)kernel;
    printf("round,src,dst,bytes\n");
    for (int64_t i = 0; i < schedule->num_rounds; i++) {
        int64_t end = schedule->round_begin[i + 1];
        for (int64_t t = schedule->round_begin[i]; t < end;) {
            message a = message_at(schedule, t, end);
            printf("%" PRId64 ",%d,%d,%" PRId64 "\n", i + 1, a.src, a.dst,
                   a.bytes);
            t = a.end;
        }
    }
}
