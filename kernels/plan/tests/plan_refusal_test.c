/* kernels/plan/tests/plan_refusal_test.c -- the public API refuses wrong
 * arguments.
 *
 * Wrong arguments of one rank fail on all, with a reason and before anything is
 * sent.
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "kernels/plan/api/plan_calls.h"
#include "kernels/plan/testing/ranks.h"
#include "kernels/quadrille.h"

#define REFUSE(words, call)                                                    \
    do {                                                                       \
        qdr_plan *plan = NULL;                                                 \
        qdr_test_refused(call, words);                                         \
        qdr_test_expect(plan == NULL, words);                                  \
    } while (0)

/* The line of the last rank; until the next call. */
static const char *by_odd_one(const char *words)
{
    static char line[200];

    snprintf(line, sizeof line, "rank %d%s", p - 1, words);
    return line;
}

/* Every rank must receive the error of one rank, and that rank's name. */
static void try_disagreement(void)
{
    bool is_odd_one = rank == p - 1;
    qdr_block to_next = {(rank + 1) % p, 0, is_odd_one ? 9 : 8};
    qdr_block from_last = {(rank + p - 1) % p, 0, 8};
    qdr_message message = {0, 1, is_odd_one ? 9 : 8};
    const qdr_plan_options options = {.size = sizeof options,
                                      .seed = is_odd_one ? 2 : 1};
    const qdr_plan_options cutoffs = {.size = sizeof cutoffs,
                                      .parameters =
                                          is_odd_one ? "cutoff=3" : "cutoff=2"};

    REFUSE(by_odd_one(": algorithm 'xs'; accepted: "),
           qdr_plan_alltoall(&plan, is_odd_one ? "xs" : "pex", NULL, 8,
                             MPI_COMM_WORLD, &cause));
    REFUSE(by_odd_one(": qdr_plan_alltoall: out_plan must not be NULL"),
           qdr_plan_alltoall(is_odd_one ? NULL : &plan, NULL, NULL, 8,
                             MPI_COMM_WORLD, &cause));
    REFUSE("disagree about the planning call",
           is_odd_one ? qdr_plan_pattern(&plan, "ps", NULL, 0, NULL,
                                         MPI_COMM_WORLD, &cause)
                      : qdr_plan_alltoall(&plan, "ps", NULL, 0, MPI_COMM_WORLD,
                                          &cause));
    REFUSE("disagree about the algorithm",
           qdr_plan_alltoall(&plan, is_odd_one ? "bex" : "pex", NULL, 8,
                             MPI_COMM_WORLD, &cause));
    REFUSE("disagree about the bytes",
           qdr_plan_alltoall(&plan, "pex", NULL, is_odd_one ? 9 : 8,
                             MPI_COMM_WORLD, &cause));
    REFUSE("disagree about the root",
           qdr_plan_bcast(&plan, "reb", NULL, 8, is_odd_one, MPI_COMM_WORLD,
                          &cause));
    REFUSE(
        "disagree about the seed",
        qdr_plan_alltoall(&plan, "rs_n", &options, 8, MPI_COMM_WORLD, &cause));
    REFUSE(
        "disagree about the parameters",
        qdr_plan_alltoall(&plan, "rs_nh", &cutoffs, 8, MPI_COMM_WORLD, &cause));
    REFUSE("disagree about the pattern",
           qdr_plan_pattern(&plan, "gs", NULL, 1, &message, MPI_COMM_WORLD,
                            &cause));
    REFUSE("sends 9 bytes to rank 0, and rank 0 expects 8",
           qdr_plan_blocks(&plan, "ps", NULL, 1, &to_next, 1, &from_last,
                           MPI_COMM_WORLD, &cause));
    REFUSE("sends 9 bytes to rank 0, and rank 0 expects 8",
           qdr_plan_blocks(&plan, "gs", NULL, 1, &to_next, 1, &from_last,
                           MPI_COMM_WORLD, &cause));
    to_next.bytes = 8;
    REFUSE("which sends it no message",
           qdr_plan_blocks(&plan, "ps", NULL, !is_odd_one, &to_next, 1,
                           &from_last, MPI_COMM_WORLD, &cause));
    REFUSE("expects -1 (-1: no message)",
           qdr_plan_blocks(&plan, "ps", NULL, 1, &to_next, rank != 0,
                           &from_last, MPI_COMM_WORLD, &cause));
    if (is_odd_one)
        to_next.peer = p;
    REFUSE(by_odd_one(": sends: peer "),
           qdr_plan_blocks(&plan, "ps", NULL, 1, &to_next, QDR_LEARN, NULL,
                           MPI_COMM_WORLD, &cause));
}

/* One rank's sizes, or a place and a size, have a sum that no number holds:
 * refused on every rank, scheduled or decided at run time. */
static void try_overflow(void)
{
    static const char *const algorithms[] = {"ps", "gs", "drs_n", "two_stage"};
    const qdr_block large[] = {{0, 0, INT64_MAX}, {1, 0, INT64_MAX}};
    const qdr_block far = {0, INT64_MAX, 1};
    bool is_odd_one = rank == p - 1;

    for (size_t i = 0; i < sizeof algorithms / sizeof *algorithms; i++) {
        REFUSE("2^63 - 1",
               qdr_plan_blocks(&plan, algorithms[i], NULL, is_odd_one ? 2 : 0,
                               large, QDR_LEARN, NULL, MPI_COMM_WORLD, &cause));
        REFUSE("numbers from 0 with a sum below 2^63",
               qdr_plan_blocks(&plan, algorithms[i], NULL, is_odd_one, &far,
                               QDR_LEARN, NULL, MPI_COMM_WORLD, &cause));
    }
}

/* A struct of no size, or of more members than the library knows. */
static void try_sizes(void)
{
    const qdr_plan_options none = {.mode = "persistent"},
                           more = {.size = sizeof(qdr_plan_options) + 8};
    qdr_plan_info info = {.size = 0};
    qdr_plan *made = NULL;
    char words[100];

    REFUSE("qdr_plan_options: size 0; accepted: sizeof(qdr_plan_options), ",
           qdr_plan_alltoall(&plan, "pex", &none, 8, MPI_COMM_WORLD, &cause));
    snprintf(words, sizeof words,
             "qdr_plan_options: size %zu; accepted: ", more.size);
    REFUSE(words, qdr_plan_blocks(&plan, "ps", &more, 0, NULL, QDR_LEARN, NULL,
                                  MPI_COMM_WORLD, &cause));
    qdr_test_ok(
        qdr_plan_alltoall(&made, "ps", NULL, 8, MPI_COMM_WORLD, &cause));
    qdr_test_refused(qdr_plan_get_info(made, &info, &cause),
                     "qdr_plan_info: size 0; accepted: ");
    qdr_plan_free(&made);
}

static void try_bad_exchanges(void)
{
    static const struct {
        const char *algorithm, *mode, *parameters;
        int64_t bytes;
        const char *words;
    } refused[] = {
        {"pex", "lazy", NULL, 8, "mode 'lazy'; accepted"},
        {"rs_nh", NULL, "cutoff=0.5", 8,
         "cutoff: '0.5'; accepted: numbers or fractions 1 to 1000000000"},
        {"rs_nh", NULL, "cutoff=1;cutoff=2", 8, "cutoff is given twice"},
        {"ps", NULL, "cutoff=1", 8, "ps: parameter 'cutoff'; accepted: none"},
        {"reb", NULL, NULL, 8, "reb is an algorithm for bcast"},
        {"ps", NULL, NULL, -1, "accepted"},
        {"active_message", NULL, NULL, 37,
         "37 bytes, with rank 0; accepted: lengths"},
    };

    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        const qdr_plan_options options = {.size = sizeof options,
                                          .mode = refused[i].mode,
                                          .parameters = refused[i].parameters};
        REFUSE(refused[i].words,
               qdr_plan_alltoall(&plan, refused[i].algorithm, &options,
                                 refused[i].bytes, MPI_COMM_WORLD, &cause));
    }
}

static void try_bad_input(void)
{
    const qdr_block overlapping[] = {{0, 0, 4}, {p - 1, 2, 4}};
    const qdr_block own = {rank, 0, 4};
    const qdr_block endless = {(rank + 1) % p, 0, (int64_t)1 << 56};
    qdr_message outside = {0, p, 8}, no_length = {0, p - 1, 37};
    qdr_plan *made = NULL;

    REFUSE("-1 messages", qdr_plan_pattern(&plan, "ps", NULL, -1, &outside,
                                           MPI_COMM_WORLD, &cause));
    REFUSE("1 messages at NULL", qdr_plan_pattern(&plan, "ps", NULL, 1, NULL,
                                                  MPI_COMM_WORLD, &cause));
    REFUSE("NULL for 1 sends",
           qdr_plan_blocks(&plan, "ps", NULL, 1, NULL, QDR_LEARN, NULL,
                           MPI_COMM_WORLD, &cause));
    REFUSE("accepted: one for bcast",
           qdr_plan_bcast(&plan, "pex", NULL, 8, 0, MPI_COMM_WORLD, &cause));
    REFUSE("root: ",
           qdr_plan_bcast(&plan, "reb", NULL, 8, p, MPI_COMM_WORLD, &cause));
    REFUSE("MPI_COMM_NULL",
           qdr_plan_alltoall(&plan, "ps", NULL, 8, MPI_COMM_NULL, &cause));
    REFUSE("0 -> ", qdr_plan_pattern(&plan, "ps", NULL, 1, &outside,
                                     MPI_COMM_WORLD, &cause));
    REFUSE("sends itself 4 bytes and receives -1",
           qdr_plan_blocks(&plan, "ps", NULL, 1, &own, 0, NULL, MPI_COMM_WORLD,
                           &cause));
    REFUSE("-2 receives; accepted: 0 to 1099511627776 blocks",
           qdr_plan_blocks(&plan, "ps", NULL, 0, NULL, -2, NULL, MPI_COMM_WORLD,
                           &cause));
    REFUSE("37 bytes; accepted: lengths",
           qdr_plan_pattern(&plan, "concat", NULL, 1, &no_length,
                            MPI_COMM_WORLD, &cause));
    /* What all do alike names no rank. */
    qdr_test_expect(
        qdr_plan_bcast(NULL, NULL, NULL, 8, 0, MPI_COMM_WORLD, &cause) ==
                QDR_ERROR_INPUT &&
            strstr(cause.text, "qdr_plan_bcast: out_plan must not be NULL") ==
                cause.text,
        "no plan to set");
    if (p > 1) {
        REFUSE("72057594037927936 bytes; accepted: up to 2^50 in all",
               qdr_plan_blocks(&plan, "ps", NULL, 1, &endless, QDR_LEARN, NULL,
                               MPI_COMM_WORLD, &cause));
        REFUSE("overlaps another",
               qdr_plan_blocks(&plan, "ps", NULL, 0, NULL, 2, overlapping,
                               MPI_COMM_WORLD, &cause));
    }
    qdr_test_ok(qdr_plan_alltoall(&made, "ps", NULL, 8, MPI_COMM_WORLD, NULL));
    qdr_test_refused(qdr_plan_execute(made, NULL, NULL, &cause),
                     "NULL for a buffer of ");
    qdr_test_refused(qdr_plan_get_info(made, NULL, &cause),
                     "NULL for out_info; accepted: ");
    qdr_plan_free(&made);
}

/* A plan that was not made: MPI itself would abort. */
static void try_no_plan(void)
{
    static const char words[] = "NULL for a plan; accepted: a plan";
    char buffers[2][64];
    const qdr_messages messages = {.size = sizeof messages};
    qdr_plan_info info = {.size = sizeof info};
    qdr_plan *none = NULL;

    REFUSE(words, qdr_plan_get_info(none, &info, &cause));
    REFUSE(words, qdr_plan_execute(none, buffers[0], buffers[1], &cause));
    REFUSE(words, qdr_plan_start(none, buffers[0], buffers[1], &cause));
    REFUSE(words, qdr_plan_wait(none, &cause));
    REFUSE(words, qdr_plan_update(none, &messages, &cause));
    qdr_plan_free(&none);
    qdr_plan_free(NULL);
}

void qdr_test_run(void)
{
    if (p > 1) {
        try_disagreement();
        try_overflow();
    }
    try_sizes();
    try_bad_exchanges();
    try_bad_input();
    try_no_plan();
}
