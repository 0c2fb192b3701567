/* kernels/preload/preload_counts.c -- see preload_counts.h. */
#include "kernels/preload/preload_counts.h"

#include <inttypes.h>
#include <string.h>

qdr_preload_counts qdr_preload_counted;
_Thread_local bool qdr_preload_is_counted;
bool qdr_preload_has_threads;

static const char *const reasons[QDR_NUM_REASONS] = {
    [QDR_REASON_OFF] = "off",
    [QDR_REASON_NONBLOCKING] = "nonblocking",
    [QDR_REASON_PERSISTENT] = "persistent",
    [QDR_REASON_ONLY_COUNTED] = "only counted",
    [QDR_REASON_ARGUMENTS] = "arguments that MPI refuses",
    [QDR_REASON_ONE_RANK] = "one rank",
    [QDR_REASON_INTERCOMM] = "an intercommunicator",
    [QDR_REASON_FIRST] = "the first calls on a communicator",
    [QDR_REASON_COMMUNICATOR] = "the communicator cannot be copied",
    [QDR_REASON_WORLDS] = "processes that were started later",
    [QDR_REASON_NETWORK] = "the network file cannot be used",
    [QDR_REASON_IN_PLACE] = "MPI_IN_PLACE",
    [QDR_REASON_EMPTY] = "no data",
    [QDR_REASON_LONG] = "more than 2^31 - 1 bytes",
    [QDR_REASON_OPERATOR] = "an operator that does not commute",
    [QDR_REASON_TYPE] = "a type that is not MPI's, or has gaps",
    [QDR_REASON_ALGORITHM] = "the named algorithm does not fit",
    [QDR_REASON_LIBRARY] = "left to the library, by the network",
};

/* "MPI_Ibcast" for a reason that is a form of the call. */
static void write_name(int call, int reason, const char *prefix, FILE *to)
{
    const char *name = qdr_preload_call_name(call);
    char text[64];
    size_t initial = strlen("MPI_");

    snprintf(text, sizeof text, "MPI_%s%s%s",
             reason == QDR_REASON_NONBLOCKING ? "I" : "", name,
             reason == QDR_REASON_PERSISTENT ? "_init" : "");
    if (reason != QDR_REASON_NONBLOCKING)
        text[initial] = (char)(text[initial] - 'a' + 'A');
    fprintf(to, "%s%-32s", prefix, text);
}

void qdr_preload_counts_write(const qdr_preload_counts *counts,
                              const char *prefix, FILE *to)
{
    fprintf(to, "%s%-32s %12s %16s  %s\n", prefix, "call", "calls", "bytes",
            "algorithm, or why it was passed on");
    for (int call = 0; call < QDR_NUM_CALLS; call++) {
        for (int i = 0; call < QDR_NUM_TAKEN && i < QDR_MAX_COUNTED; i++) {
            if (counts->taken[call][i] == 0)
                continue;
            write_name(call, QDR_NUM_REASONS, prefix, to);
            fprintf(to, " %12" PRId64 " %16" PRId64 "  %s\n",
                    counts->taken[call][i], counts->bytes[call][i],
                    qdr_preload_algorithm_name(i));
        }
        for (int reason = 0; reason < QDR_NUM_REASONS; reason++) {
            if (counts->passed[call][reason] == 0)
                continue;
            write_name(call, reason, prefix, to);
            fprintf(to, " %12" PRId64 " %16s  passed on: %s\n",
                    counts->passed[call][reason], "-", reasons[reason]);
        }
    }
}
