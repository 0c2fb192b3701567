/* kernels/plan/tests/plan_blocks_test.c -- messages of several blocks.
 *
 * Every algorithm delivers them, with different cuts at the sender and the
 * receiver, in buffers where the blocks are far from their order, joined or in
 * parts. Blocks are joined as long as the network sends them eagerly.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/kernel.h"
#include "kernels/plan/making/plan.h"
#include "kernels/plan/testing/levels.h"
#include "kernels/plan/testing/ranks.h"
#include "kernels/quadrille.h"
#include "kernels/testing/networks.h"
#include "kernels/testing/pattern_kinds.h"

enum {
    MAX_BLOCKS = 3, /* of a message */
    GAP = 3,        /* bytes */
    EAGER = 4       /* bytes of blocks that are joined */
};

static int rank, p;

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

/* One side of this rank's messages. */
typedef struct side {
    bool is_row;
    int64_t count;
    qdr_block *blocks; /* [MAX_BLOCKS * p] */
    int64_t bytes;     /* of its buffer */
} side;

/* Adds a message in `num_blocks` blocks, the later ones longer, or empty if the
 * message is short, from the end to the front of the buffer. */
static void add_message(side *s, int peer, int64_t bytes, int num_blocks)
{
    int64_t left = bytes;

    for (int i = 0; i < num_blocks; i++) {
        int64_t taken = i == num_blocks - 1 ? left : left / (2 * num_blocks);
        s->bytes -= taken + GAP;
        s->blocks[s->count++] = (qdr_block){peer, s->bytes, taken};
        left -= taken;
    }
}

/* This rank's row or column. Blocks of one peer are between those of others:
 * the first blocks of all come first. */
static side make_side(const qdr_pattern *pattern, bool is_row)
{
    side s = {.is_row = is_row,
              .blocks = calloc((size_t)(MAX_BLOCKS * p), sizeof *s.blocks)};
    int64_t end;

    for (int64_t m = 0; m < pattern->num_messages; m++)
        s.bytes += pattern->messages[m].bytes + MAX_BLOCKS * GAP;
    end = s.bytes;
    for (int64_t m = 0; m < pattern->num_messages; m++) {
        qdr_message message = pattern->messages[m];
        int other = message.src + 2 * message.dst + is_row;
        if ((is_row ? message.src : message.dst) == rank)
            add_message(&s, is_row ? message.dst : message.src, message.bytes,
                        1 + other % MAX_BLOCKS);
    }
    s.bytes = end;
    return s;
}

static int order_of(const qdr_block *block, const side *s)
{
    int order = 0;

    while (block > s->blocks && block[-1].peer == block->peer) {
        block--;
        order++;
    }
    return order;
}

/* Puts the k-th blocks of all peers together, in descending order of peers. */
static void interleave(side *s)
{
    qdr_block *mixed = calloc((size_t)(MAX_BLOCKS * p), sizeof *mixed);
    int64_t count = 0;

    for (int k = 0; k < MAX_BLOCKS; k++)
        for (int64_t i = s->count - 1; i >= 0; i--)
            if (order_of(&s->blocks[i], s) == k)
                mixed[count++] = s->blocks[i];
    free(s->blocks);
    s->blocks = mixed;
}

/* Writes the data to send, or returns whether they were received; the blocks
 * are those of qdr_plan_info. */
static bool visit(char *buffer, const qdr_block *blocks, int64_t count,
                  bool is_row)
{
    int64_t at = 0;

    for (int64_t i = 0; i < count; i++) {
        int peer = blocks[i].peer;
        char *block = buffer + blocks[i].displacement;
        if (i == 0 || blocks[i - 1].peer != peer)
            at = 0;
        for (int64_t b = 0; b < blocks[i].bytes; b++, at++)
            if (is_row)
                block[b] = byte_of(rank, peer, at);
            else if (block[b] != byte_of(peer, rank, at))
                return false;
    }
    return true;
}

/* Bytes outside the blocks must still be zero. */
static bool is_apart(const char *buffer, int64_t bytes, const qdr_block *blocks,
                     int64_t count)
{
    char *left = malloc((size_t)bytes + 1);
    bool is_so = true;

    memcpy(left, buffer, (size_t)bytes);
    for (int64_t i = 0; i < count; i++)
        memset(left + blocks[i].displacement, 0, (size_t)blocks[i].bytes);
    for (int64_t i = 0; i < bytes; i++)
        is_so = is_so && left[i] == 0;
    free(left);
    return is_so;
}

static void try_plan(qdr_plan *plan, const side *out, const side *in,
                     bool learns, const char *algorithm)
{
    qdr_plan_info info = {.size = sizeof(qdr_plan_info)};
    char *send, *receive;
    int64_t length;
    qdr_error error = {""};

    if (qdr_plan_get_info(plan, &info, &error) != QDR_OK) {
        complain("info", algorithm, error.text);
        return;
    }
    if (info.num_sends != out->count ||
        (!learns && info.num_receives != in->count))
        complain("info", algorithm, "has not all blocks");
    if (info.send_bytes > out->bytes ||
        (!learns && info.receive_bytes > in->bytes))
        complain("info", algorithm, "the buffers are too long");
    length = learns ? info.receive_bytes : in->bytes;
    send = calloc((size_t)out->bytes + 1, 1);
    receive = calloc((size_t)length + 1, 1);
    visit(send, info.sends, info.num_sends, true);
    for (int i = 0; i < 2; i++) {
        memset(receive, 0, (size_t)length);
        if (qdr_plan_execute(plan, send, receive, &error) != QDR_OK)
            complain("execution", algorithm, error.text);
        else if (!visit(receive, info.receives, info.num_receives, false) ||
                 !is_apart(receive, length, info.receives, info.num_receives))
            complain("execution", algorithm, "wrong bytes");
    }
    free(send);
    free(receive);
}

static void try_pattern(const qdr_kernel *kernel, const qdr_pattern *pattern,
                        const char *mode, bool learns, int64_t eager_bytes)
{
    char network[80];
    const char *algorithm = kernel->name;
    qdr_plan_options options = {.size = sizeof(qdr_plan_options),
                                .mode = mode,
                                .network = eager_bytes > 0 ? network : NULL};
    side out = make_side(pattern, true), in = make_side(pattern, false);
    qdr_plan *plan = NULL;
    qdr_error error = {""};

    snprintf(network, sizeof network, "alpha_us=1;beta_ns=1e-9;eager_bytes=%d",
             (int)eager_bytes);
    qdr_test_add_levels(kernel, p, &options);
    interleave(&out);
    interleave(&in);
    if (qdr_plan_blocks(&plan, algorithm, &options, out.count, out.blocks,
                        learns ? QDR_LEARN : in.count, in.blocks,
                        MPI_COMM_WORLD, &error) != QDR_OK)
        complain("planning", algorithm, error.text);
    else
        try_plan(plan, &out, &in, learns, algorithm);
    qdr_plan_free(&plan);
    free(out.blocks);
    free(in.blocks);
}

static void try_row(const qdr_kernel *kernel)
{
    static const char *const modes[] = {"persistent", "window:2",
                                        "synchronous+announce", "paced:3"};
    qdr_plan_options options = {.size = sizeof(qdr_plan_options), .mode = NULL};

    if (!qdr_test_add_levels(kernel, p, &options))
        return;
    for (int kind = 0; kind < QDR_NUM_PATTERN_KINDS; kind++) {
        qdr_pattern pattern = {0};
        const qdr_problem problem = {
            .collective = kernel->collective,
            .num_procs = p,
            .messages.pattern = &pattern,
            .network = options.network == NULL ? NULL : &qdr_test_levels};
        qdr_error error = {""};
        if (qdr_pattern_init_kind(&pattern, kind, p, &error) == QDR_OK &&
            qdr_kernel_accepts(kernel, &problem, &error) == QDR_OK) {
            try_pattern(kernel, &pattern, NULL, false, 0);
            try_pattern(kernel, &pattern, NULL, true, EAGER);
            for (size_t m = 0; qdr_kernel_has_schedule(kernel) &&
                               m < sizeof modes / sizeof *modes;
                 m++)
                try_pattern(kernel, &pattern, modes[m], m % 2, EAGER);
        }
        qdr_pattern_cleanup(&pattern);
    }
}

/* A plan's sends to the next rank, of blocks of these lengths. */
static void expect_sends(const char *network, const int64_t *bytes,
                         int num_blocks, int64_t expected)
{
    int next = (rank + 1) % p;
    const qdr_plan_options options = {.size = sizeof(qdr_plan_options),
                                      .network = network};
    qdr_block sends[4];
    qdr_plan *plan = NULL;
    qdr_error error = {""};
    int64_t at = 0, found = 0;

    for (int i = 0; i < num_blocks; i++, at += 2 * bytes[0])
        sends[i] = (qdr_block){next, at, bytes[i]};
    if (qdr_plan_blocks(&plan, NULL, &options, num_blocks, sends, QDR_LEARN,
                        NULL, MPI_COMM_WORLD, &error) != QDR_OK) {
        complain("planning", "parts", error.text);
        return;
    }
    for (int64_t i = 0;
         i < qdr_handle_impl(plan)->bound.exchange.execution.num_operations;
         i++)
        found += qdr_handle_impl(plan)
                     ->bound.exchange.execution.operations[i]
                     .is_send;
    if (found != expected)
        complain("sends", "parts", "another number");
    qdr_plan_free(&plan);
}

/* Blocks are joined in their order, to eager_bytes; a longer one is alone.
 * Where the network has no number it is that of Open MPI within a node. */
static void try_parts(void)
{
    static const char network[] = "alpha_us=1;beta_ns=1e-9;eager_bytes=100";
    int64_t is_sent = p > 1;

    expect_sends(network, (int64_t[]){50, 50, 50, 50}, 4, 2 * is_sent);
    expect_sends(network, (int64_t[]){50, 50}, 2, is_sent);
    expect_sends(network, (int64_t[]){51, 50}, 2, 2 * is_sent);
    expect_sends(network, (int64_t[]){1000, 1, 0, 99}, 4, 2 * is_sent);
    expect_sends(network, (int64_t[]){1000}, 1, is_sent);
    expect_sends(network, (int64_t[]){0, 0}, 2, is_sent);
    expect_sends(NULL, (int64_t[]){2000, 2000}, 2, is_sent);
    expect_sends(NULL, (int64_t[]){2048, 2048}, 2, 2 * is_sent);
}

static void refuse(qdr_status status, const qdr_error *error, const char *words)
{
    if (status != QDR_ERROR_INPUT || strstr(error->text, words) == NULL)
        complain("refusal", words, error->text);
}

static void try_refusals(void)
{
    int next = (rank + 1) % p, last = (rank + p - 1) % p;
    const qdr_block sends[] = {{next, 0, 4}, {next, 8, 4}};
    const qdr_block fewer[] = {{last, 0, 4}, {last, 4, 3}};
    const qdr_block overlapping[] = {{last, 0, 5}, {last, 4, 3}};
    const char *bad = "alpha_us=1;beta_ns=1;eager_bytes=-1";
    char good[80];
    const qdr_block endless[] = {{next, 0, INT64_MAX}, {next, 0, 1}};
    qdr_plan *plan = NULL;
    qdr_error error = {""};

    refuse(qdr_plan_blocks(&plan, NULL, NULL, 2, sends, 2, fewer,
                           MPI_COMM_WORLD, &error),
           &error,
           p == 1 ? "sends itself 8 bytes and receives 7" : " expects 7");
    refuse(qdr_plan_blocks(&plan, NULL, NULL, 2, sends, 2, overlapping,
                           MPI_COMM_WORLD, &error),
           &error, "overlaps another; accepted: blocks apart");
    refuse(qdr_plan_blocks(&plan, NULL, NULL, 2, endless, QDR_LEARN, NULL,
                           MPI_COMM_WORLD, &error),
           &error, "more bytes than 2^63 - 1");
    refuse(qdr_plan_blocks(&plan, NULL,
                           &(qdr_plan_options){.size = sizeof(qdr_plan_options),
                                               .network = bad},
                           2, sends, QDR_LEARN, NULL, MPI_COMM_WORLD, &error),
           &error,
           "network: eager_bytes: -1; accepted: whole numbers from 0 to "
           "1000000000000");
    snprintf(good, sizeof good, "alpha_us=1;beta_ns=1;eager_bytes=%d",
             rank == 0);
    if (p > 1)
        refuse(qdr_plan_blocks(
                   &plan, NULL,
                   &(qdr_plan_options){.size = sizeof(qdr_plan_options),
                                       .network = good},
                   2, sends, QDR_LEARN, NULL, MPI_COMM_WORLD, &error),
               &error, "the ranks disagree about the network");
}

int main(int argc, char **argv)
{
    qdr_test_begin(&argc, &argv, &rank, &p);
    for (int k = 0; k < qdr_kernel_count(); k++) {
        const qdr_kernel *kernel = qdr_kernel_at(k);
        /* MPI_Alltoall has no places to choose. */
        if (!qdr_collective_has_vector(kernel->collective) &&
            strcmp(kernel->name, "mpi_alltoall") != 0 &&
            (qdr_kernel_is_simulated(kernel) || !qdr_test_is_simulated()))
            try_row(kernel);
    }
    try_parts();
    try_refusals();
    qdr_test_end();
    return qdr_test_status();
}
