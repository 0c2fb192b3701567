/* kernels/plan/tests/plan_route_test.c -- messages that ranks forward.
 *
 * `bruck` delivers every kind of pattern, for every radix, from each planning
 * call, in modes of every kind. `auto` forwards on a network that says how long
 * ranks are free. A bad radix, a network that is bad or differs between ranks:
 * the same error on every rank.
 */
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/kernel.h"
#include "kernels/plan/api/plan_calls.h"
#include "kernels/plan/testing/ranks.h"
#include "kernels/quadrille.h"
#include "kernels/testing/pattern_kinds.h"

static int rank, p;

static void complain(const char *what, const char *where, const char *text)
{
    fprintf(stderr, "rank %d of %d, %s, %s: %s\n", rank, p, what, where, text);
    qdr_test_count_wrong(1);
}

static char byte_of(int src, int dst, int64_t at)
{
    return (char)(src * 131 + dst * 31 + at * 7 + 1);
}

/* The planning calls. */
typedef enum call { LEARNED, GIVEN, PATTERN, ALLTOALL, NUM_CALLS } call;

/* One side of this rank's messages, one after another; the caller's. */
static qdr_block *list(const qdr_pattern *pattern, bool is_row,
                       int64_t *out_count)
{
    qdr_block *blocks = calloc((size_t)p, sizeof *blocks);
    int64_t at = 0;

    *out_count = 0;
    for (int64_t m = 0; m < pattern->num_messages; m++) {
        qdr_message message = pattern->messages[m];
        if ((is_row ? message.src : message.dst) != rank)
            continue;
        blocks[(*out_count)++] =
            (qdr_block){is_row ? message.dst : message.src, at, message.bytes};
        at += message.bytes;
    }
    return blocks;
}

static qdr_status plan_it(qdr_plan **out_plan, call by, const char *algorithm,
                          const qdr_plan_options *options,
                          const qdr_pattern *pattern, qdr_error *error)
{
    int64_t num_sends, num_receives;
    qdr_block *sends, *receives;
    qdr_status status;

    if (by == PATTERN)
        return qdr_plan_pattern(out_plan, algorithm, options,
                                pattern->num_messages, pattern->messages,
                                MPI_COMM_WORLD, error);
    if (by == ALLTOALL)
        return qdr_plan_alltoall(out_plan, algorithm, options, 11,
                                 MPI_COMM_WORLD, error);
    sends = list(pattern, true, &num_sends);
    receives = list(pattern, false, &num_receives);
    status = qdr_plan_blocks(out_plan, algorithm, options, num_sends, sends,
                             by == LEARNED ? QDR_LEARN : num_receives, receives,
                             MPI_COMM_WORLD, error);
    free(sends);
    free(receives);
    return status;
}

static bool is_delivered(const qdr_plan_info *info, const char *received)
{
    for (int64_t i = 0; i < info->num_receives; i++) {
        const qdr_block *block = &info->receives[i];
        for (int64_t at = 0; at < block->bytes; at++)
            if (received[block->displacement + at] !=
                byte_of(block->peer, rank, at))
                return false;
    }
    return true;
}

/* Executes it twice. */
static void execute(qdr_plan *plan, const char *where)
{
    qdr_plan_info info = {.size = sizeof(qdr_plan_info)};
    qdr_error error = {""};
    char *send, *receive;

    if (qdr_plan_get_info(plan, &info, &error) != QDR_OK) {
        complain("info", where, error.text);
        return;
    }
    send = calloc((size_t)info.send_bytes + 1, 1);
    receive = malloc((size_t)info.receive_bytes + 1);
    for (int64_t i = 0; i < info.num_sends; i++)
        for (int64_t at = 0; at < info.sends[i].bytes; at++)
            send[info.sends[i].displacement + at] =
                byte_of(rank, info.sends[i].peer, at);
    for (int i = 0; i < 2; i++) {
        memset(receive, 0x55, (size_t)info.receive_bytes + 1);
        if (qdr_plan_execute(plan, send, receive, &error) != QDR_OK)
            complain("execution", where, error.text);
        else if (!is_delivered(&info, receive))
            complain("bytes", where, "wrong");
    }
    free(send);
    free(receive);
}

static void try_one(call by, const char *parameters, const char *mode,
                    const qdr_pattern *pattern, const char *kind)
{
    const qdr_plan_options options = {.size = sizeof(qdr_plan_options),
                                      .parameters = parameters,
                                      .mode = mode};
    qdr_plan *plan = NULL;
    qdr_error error = {""};
    char where[128];

    snprintf(where, sizeof where, "%s, call %d, %s, %s", parameters, (int)by,
             mode == NULL ? "its mode" : mode, kind);
    if (plan_it(&plan, by, "bruck", &options, pattern, &error) != QDR_OK)
        complain("planning", where, error.text);
    else
        execute(plan, where);
    qdr_plan_free(&plan);
}

static void try_radix(int radix)
{
    static const char *const modes[] = {
        NULL,      "synchronous", "posted+barrier",
        "paced:1", "persistent",  "posted_all+announce"};
    enum { NUM_MODES = sizeof modes / sizeof *modes };
    int turn = radix;
    char parameters[32];

    snprintf(parameters, sizeof parameters, "radix=%d", radix);
    for (int kind = 0; kind < QDR_NUM_PATTERN_KINDS; kind++) {
        qdr_pattern pattern = {0};
        qdr_error error = {""};
        if (qdr_pattern_init_kind(&pattern, kind, p, &error) != QDR_OK)
            complain("pattern", parameters, error.text);
        /* Modes in turn: all with all would take minutes. */
        for (call by = LEARNED; by < NUM_CALLS; by++)
            try_one(by, parameters, modes[turn++ % NUM_MODES], &pattern,
                    qdr_pattern_kind_name(kind));
        qdr_pattern_cleanup(&pattern);
    }
}

/* `own` may differ from that of other ranks. */
static void expect_refusal(const char *parameters, const char *own,
                           const char *words)
{
    const qdr_plan_options options = {.size = sizeof(qdr_plan_options),
                                      .parameters = parameters,
                                      .network = own};
    qdr_pattern pattern = {0};
    qdr_error error = {""};

    if (qdr_pattern_init_kind(&pattern, 1, p, &error) != QDR_OK)
        complain("pattern", words, error.text);
    for (call by = LEARNED; by < NUM_CALLS; by++) {
        qdr_plan *plan = NULL;
        error = (qdr_error){""};
        if (plan_it(&plan, by, "bruck", &options, &pattern, &error) !=
                QDR_ERROR_INPUT ||
            strstr(error.text, words) == NULL || plan != NULL)
            complain("no refusal", words, error.text);
        qdr_plan_free(&plan);
    }
    qdr_pattern_cleanup(&pattern);
}

static void try_refusals(void)
{
    char network[80], above[32], range[64];
    int max = p > 2 ? p : 2;

    snprintf(above, sizeof above, "radix=%d", max + 1);
    snprintf(range, sizeof range, "accepted: 2 to %d for %d processes", max, p);
    expect_refusal(above, NULL, range);
    expect_refusal("radix=1", NULL, range);
    expect_refusal("radix=-1", NULL, "radix");
    expect_refusal(NULL, "alpha_us=1;beta_ns=1;link_excess=0",
                   "network: link_excess: 0; accepted: numbers from 1");
    snprintf(network, sizeof network, "alpha_us=1;beta_ns=1;link_excess=%d",
             1 + rank);
    if (p > 1)
        expect_refusal(NULL, network, "the network");
}

/* Whether `auto` takes `bruck` for a complete exchange of 11 bytes. */
static void expect_choice(const char *network, bool is_forwarded)
{
    const qdr_plan_options options = {.size = sizeof(qdr_plan_options),
                                      .network = network};
    qdr_pattern pattern = {0};
    qdr_error error = {""};

    if (qdr_pattern_init_complete(&pattern, p, 11, &error) != QDR_OK)
        complain("pattern", "auto", error.text);
    for (call by = LEARNED; by < NUM_CALLS; by++) {
        qdr_plan *plan = NULL;
        qdr_plan_info info = {.size = sizeof(qdr_plan_info)};
        if (plan_it(&plan, by, NULL, &options, &pattern, &error) != QDR_OK ||
            qdr_plan_get_info(plan, &info, &error) != QDR_OK)
            complain("planning", "auto", error.text);
        else if (strcmp(info.algorithm, is_forwarded ? "bruck" : "scattered") !=
                 0)
            complain("auto takes", info.algorithm, "");
        else
            execute(plan, "auto");
        qdr_plan_free(&plan);
    }
    qdr_pattern_cleanup(&pattern);
}

int main(int argc, char **argv)
{
    static const char never_free[] = "alpha_us=1.3;beta_ns=0.08";
    static const char free_soon[] =
        "alpha_us=1.3;beta_ns=0.08;sender_free_us=0.95;receiver_free_us=0.95";

    qdr_test_begin(&argc, &argv, &rank, &p);
    for (int radix = 2; radix == 2 || radix <= p; radix++)
        try_radix(radix);
    try_radix(0);
    try_refusals();
    expect_choice(free_soon, p >= 6);
    expect_choice(never_free, false);
    qdr_test_end();
    return qdr_test_status();
}
