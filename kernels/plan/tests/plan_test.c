/* kernels/plan/tests/plan_test.c -- the public API delivers, on every rank.
 *
 * Every algorithm, through every planning call, delivers the same as
 * MPI_Alltoallv and MPI_Bcast; so it does with other messages after an update.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/core/problem/pattern.h"
#include "kernels/kernel.h"
#include "kernels/plan/api/plan_calls.h"
#include "kernels/plan/testing/levels.h"
#include "kernels/plan/testing/ranks.h"
#include "kernels/plan/testing/update.h"
#include "kernels/quadrille.h"
#include "kernels/testing/networks.h"
#include "kernels/testing/pattern_kinds.h"

static int rank, p;

/* SimGrid has no such call, and a simulated machine no such library. */
static void complain(const char *what, const char *algorithm, const char *text)
{
    fprintf(stderr, "rank %d of %d, %s, %s: %s\n", rank, p, what, algorithm,
            text);
    qdr_test_count_wrong(1);
}

static char byte_of(int src, int dst, int64_t at)
{
    return (char)(src * 131 + dst * 31 + at * 7 + 1);
}

static void fill(char *buffer, const qdr_plan_info *info)
{
    for (int64_t i = 0; i < info->num_sends; i++)
        for (int64_t at = 0; at < info->sends[i].bytes; at++)
            buffer[info->sends[i].displacement + at] =
                byte_of(rank, info->sends[i].peer, at);
}

static bool is_delivered(const char *buffer, const qdr_plan_info *info)
{
    for (int64_t i = 0; i < info->num_receives; i++)
        for (int64_t at = 0; at < info->receives[i].bytes; at++)
            if (buffer[info->receives[i].displacement + at] !=
                byte_of(info->receives[i].peer, rank, at))
                return false;
    return true;
}

static qdr_plan_options options_for(const qdr_kernel *kernel, const char *mode)
{
    qdr_plan_options options = {
        .size = sizeof(qdr_plan_options), .mode = mode, .seed = 3};

    qdr_test_add_levels(kernel, p, &options);
    return options;
}

/* Executes a plan twice, in other buffers the second time. */
static void execute(qdr_plan *plan, const char *what, const char *algorithm)
{
    qdr_plan_info info = {.size = sizeof(qdr_plan_info)};
    qdr_error error = {""};

    if (qdr_plan_get_info(plan, &info, &error) != QDR_OK)
        complain(what, algorithm, error.text);
    for (int i = 0; i < 2; i++) {
        char *send = calloc((size_t)info.send_bytes + 1, 1);
        char *receive = calloc((size_t)info.receive_bytes + 1, 1);
        fill(send, &info);
        if (qdr_plan_execute(plan, send, receive, &error) != QDR_OK)
            complain(what, algorithm, error.text);
        else if (!is_delivered(receive, &info))
            complain(what, algorithm, "wrong bytes");
        free(send);
        free(receive);
    }
}

static void try_plan(qdr_plan **plan, const char *what, const char *algorithm)
{
    execute(*plan, what, algorithm);
    qdr_plan_free(plan);
    if (*plan != NULL)
        complain(what, algorithm, "the freed plan is not NULL");
}

/* This rank's row of the pattern, scattered over a buffer in reverse order with
 * gaps of 3 bytes; or its column. Of each message so many bytes less. */
static int64_t place_own(const qdr_pattern *pattern, bool is_row, int64_t less,
                         qdr_block *blocks)
{
    int64_t count = 0, end = 5;

    for (int64_t m = pattern->num_messages - 1; m >= 0; m--) {
        qdr_message message = pattern->messages[m];
        message.bytes = message.bytes > less ? message.bytes - less : 0;
        if ((is_row ? message.src : message.dst) != rank)
            continue;
        blocks[count++] =
            (qdr_block){is_row ? message.dst : message.src, end, message.bytes};
        end += message.bytes + 3;
    }
    return count;
}

/* Shorter messages, but for algorithms of one length. */
static void try_update(qdr_plan *plan, const qdr_kernel *kernel,
                       const qdr_pattern *pattern, bool learns)
{
    int64_t less = (kernel->flags & QDR_LENGTHS) != 0 ? 0 : 3;
    qdr_block *sends = calloc((size_t)p, sizeof *sends);
    qdr_block *receives = calloc((size_t)p, sizeof *receives);
    int64_t num_sends = place_own(pattern, true, less, sends);
    int64_t num_receives = place_own(pattern, false, less, receives);
    qdr_error error = {""};

    if (qdr_test_update(plan, num_sends, sends,
                        learns ? QDR_LEARN : num_receives, receives,
                        &error) != QDR_OK)
        complain("update", kernel->name, error.text);
    execute(plan, "update", kernel->name);
    free(sends);
    free(receives);
}

static void try_alltoallv(const qdr_kernel *kernel, const qdr_pattern *pattern,
                          const char *mode, bool learns)
{
    qdr_block *sends = calloc((size_t)p, sizeof *sends);
    qdr_block *receives = calloc((size_t)p, sizeof *receives);
    const qdr_plan_options options = options_for(kernel, mode);
    int64_t num_sends = place_own(pattern, true, 0, sends);
    int64_t num_receives = place_own(pattern, false, 0, receives);
    qdr_plan *plan = NULL;
    qdr_error error = {""};

    if (qdr_plan_blocks(&plan, kernel->name, &options, num_sends, sends,
                        learns ? QDR_LEARN : num_receives, receives,
                        MPI_COMM_WORLD, &error) != QDR_OK)
        complain("alltoallv", kernel->name, error.text);
    if (plan != NULL) {
        execute(plan, learns ? "alltoallv, learned" : "alltoallv",
                kernel->name);
        try_update(plan, kernel, pattern, learns);
        qdr_plan_free(&plan);
    }
    free(sends);
    free(receives);
}

/* One after another, as the header says. */
static bool is_packed(const qdr_block *blocks, int64_t count)
{
    int64_t end = 0;

    for (int64_t i = 0; i < count; i++) {
        if (blocks[i].displacement != end)
            return false;
        end += blocks[i].bytes;
    }
    return true;
}

/* The same messages, each shorter, but for algorithms of one length. */
static void try_pattern_update(qdr_plan *plan, const qdr_kernel *kernel,
                               const qdr_pattern *pattern)
{
    size_t count = (size_t)pattern->num_messages;
    qdr_message *messages = malloc((count + 1) * sizeof *messages);
    qdr_error error = {""};

    for (size_t m = 0; m < count; m++) {
        messages[m] = pattern->messages[m];
        if ((kernel->flags & QDR_LENGTHS) == 0)
            messages[m].bytes = messages[m].bytes / 2;
    }
    if (qdr_plan_update_pattern(plan, (int64_t)count, messages, &error) !=
        QDR_OK)
        complain("pattern, updated", kernel->name, error.text);
    free(messages);
}

static void try_whole_pattern(const qdr_kernel *kernel,
                              const qdr_pattern *pattern)
{
    const qdr_plan_options options = options_for(kernel, NULL);
    qdr_plan *plan = NULL;
    qdr_plan_info info = {.size = sizeof(qdr_plan_info)};
    qdr_error error = {""};

    if (qdr_plan_pattern(&plan, kernel->name, &options, pattern->num_messages,
                         pattern->messages, MPI_COMM_WORLD, &error) != QDR_OK)
        complain("pattern", kernel->name, error.text);
    if (plan == NULL)
        return;
    if (qdr_plan_get_info(plan, &info, &error) != QDR_OK)
        complain("pattern", kernel->name, error.text);
    else if (strcmp(kernel->name, "mpi_alltoall") != 0 &&
             (!is_packed(info.sends, info.num_sends) ||
              !is_packed(info.receives, info.num_receives)))
        complain("pattern", kernel->name, "is not packed");
    execute(plan, "pattern", kernel->name);
    try_pattern_update(plan, kernel, pattern);
    try_plan(&plan, "pattern, updated", kernel->name);
}

static void try_irregular(const qdr_kernel *kernel)
{
    for (int kind = 0; kind < QDR_NUM_PATTERN_KINDS; kind++) {
        qdr_pattern pattern = {0};
        const qdr_problem problem = {
            .collective = kernel->collective,
            .num_procs = p,
            .messages.pattern = &pattern,
            .network =
                (kernel->flags & QDR_LEVELS) != 0 ? &qdr_test_levels : NULL};
        qdr_error error = {""};
        if (qdr_pattern_init_kind(&pattern, kind, p, &error) != QDR_OK ||
            qdr_kernel_accepts(kernel, &problem, &error) != QDR_OK) {
            qdr_pattern_cleanup(&pattern);
            continue;
        }
        try_whole_pattern(kernel, &pattern);
        /* MPI_Alltoall has no places to choose. */
        if (strcmp(kernel->name, "mpi_alltoall") != 0) {
            try_alltoallv(kernel, &pattern, NULL, false);
            try_alltoallv(kernel, &pattern, NULL, true);
            try_alltoallv(kernel, &pattern, "persistent+barrier", false);
        }
        qdr_pattern_cleanup(&pattern);
    }
}

/* All ranks of the other nodes send rank 0 a long message. Each rank names its
 * own messages, and `auto` takes an algorithm that needs those of all. */
static void try_levels(void)
{
    const qdr_kernel *balanced;
    qdr_plan_options options = {.size = sizeof(qdr_plan_options), .mode = NULL};
    qdr_block sent = {0, 0, 100000};
    bool sends = rank >= qdr_test_levels.node_ranks;
    qdr_plan *plan = NULL;
    qdr_plan_info info = {.size = sizeof(qdr_plan_info), .algorithm = ""};
    qdr_error error = {""};

    if (qdr_kernel_find("node_balanced", &balanced, &error) != QDR_OK ||
        !qdr_test_add_levels(balanced, p, &options))
        return;
    if (qdr_plan_blocks(&plan, NULL, &options, sends, &sent, QDR_LEARN, NULL,
                        MPI_COMM_WORLD, &error) != QDR_OK ||
        qdr_plan_get_info(plan, &info, &error) != QDR_OK)
        complain("levels", "auto", error.text);
    if (p > 2 * qdr_test_levels.node_ranks &&
        strcmp(info.algorithm, "node_balanced") != 0)
        complain("levels", info.algorithm, "took another one");
    sent.bytes = 70000;
    if (plan != NULL) {
        execute(plan, "levels", "auto");
        if (qdr_test_update(plan, sends, &sent, QDR_LEARN, NULL, &error) !=
            QDR_OK)
            complain("levels, updated", "auto", error.text);
        execute(plan, "levels, updated", "auto");
    }
    qdr_plan_free(&plan);
}

static void try_complete(const qdr_kernel *kernel)
{
    bool takes_lengths = kernel->collective == QDR_RECEIVE_VECTOR;
    int64_t bytes = takes_lengths ? QDR_LENGTH_BYTES : 37;
    const qdr_plan_options options = options_for(kernel, NULL);
    qdr_plan *plan = NULL;
    qdr_error error = {""};

    if (qdr_plan_alltoall(&plan, kernel->name, &options, bytes, MPI_COMM_WORLD,
                          &error) != QDR_OK)
        complain("alltoall", kernel->name, error.text);
    else
        try_plan(&plan, "alltoall", kernel->name);
}

/* Along the rows of a mesh three ranks wide, from every root, in one buffer. */
static void try_broadcasts(const qdr_kernel *kernel)
{
    MPI_Comm row;
    int size, place;

    MPI_Comm_split(MPI_COMM_WORLD, rank / 3, rank, &row);
    MPI_Comm_size(row, &size);
    MPI_Comm_rank(row, &place);
    for (int root = 0; root < size; root++) {
        char buffer[100] = {0};
        qdr_plan *plan = NULL;
        qdr_error error = {""};
        for (int at = 0; at < 100 && place == root; at++)
            buffer[at] = byte_of(rank / 3, root, at);
        if (qdr_plan_bcast(&plan, kernel->name, NULL, 100, root, row, &error) !=
                QDR_OK ||
            qdr_plan_execute(plan, buffer, buffer, &error) != QDR_OK)
            complain("bcast", kernel->name, error.text);
        for (int at = 0; at < 100; at++)
            if (buffer[at] != byte_of(rank / 3, root, at)) {
                complain("bcast", kernel->name, "wrong bytes");
                break;
            }
        qdr_plan_free(&plan);
    }
    MPI_Comm_free(&row);
}

int main(int argc, char **argv)
{
    qdr_test_begin(&argc, &argv, &rank, &p);
    try_levels();
    for (int k = 0; k < qdr_kernel_count(); k++) {
        const qdr_kernel *kernel = qdr_kernel_at(k);
        if (!qdr_kernel_is_simulated(kernel) && qdr_test_is_simulated())
            continue;
        if (!qdr_test_add_levels(
                kernel, p,
                &(qdr_plan_options){.size = sizeof(qdr_plan_options),
                                    .mode = NULL}))
            continue;
        if (kernel->collective == QDR_BCAST) {
            try_broadcasts(kernel);
        } else if (!qdr_collective_has_vector(kernel->collective)) {
            try_irregular(kernel);
            try_complete(kernel);
        }
    }
    qdr_test_end();
    return qdr_test_status();
}
