/* kernels/core/schedule/schedule.h -- which transfers happen in which round.
 *
 * A schedule is a list of rounds; a round is a set of transfers that may be in
 * flight together. A transfer is an interval of the problem's blocks, or a
 * piece of one block. It is moved to its destination or combined with the
 * destination's data. Several from one rank to another may be joined: they
 * travel in one message. Empty rounds are left out, unless the pattern is part
 * of a larger one (problem.h).
 *
 * In mode `synchronous` a rank performs its transfers of a round in their order
 * here, with MPI_Ssend. In schedules made from a pattern that is *pair order*:
 * by the lower rank, then the higher rank, then the transfer that the lower
 * rank receives before the one it sends. That is the papers' "if (mynumber <
 * node) receive, send; else send, receive" [ponnusamy1992, Fig. 2]; because it
 * is one total order, no schedule can deadlock in it.
 */
#ifndef QUADRILLE_KERNELS_CORE_SCHEDULE_SCHEDULE_H
#define QUADRILLE_KERNELS_CORE_SCHEDULE_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

#include "kernels/core/problem/pattern.h"

/* Adjacent blocks, or a piece of one block, from one rank to another. */
typedef struct qdr_transfer {
    int src;
    int dst;
    int64_t first;  /* block */
    int64_t offset; /* of a piece: bytes into the block; else 0 */
    int64_t bytes;  /* of the piece, or of all blocks */
    int num_blocks; /* from the first on; 0: a message of 0 bytes */
    bool combines;  /* dst combines it with its own data; else it is moved */
    bool joins;     /* travels in the message of the transfer before it */
} qdr_transfer;

/* The rounds of all ranks. Made by one of the qdr_schedule_init functions, or
 * filled by qdr_schedule_append; released with qdr_schedule_cleanup. */
typedef struct qdr_schedule {
    int num_procs;
    bool forwards; /* ranks send on what they received */
    int64_t num_rounds;
    int64_t num_transfers;
    qdr_transfer *transfers; /* by round, within a round in one order for all */
    int64_t *round_begin;    /* [num_rounds + 1]: round i (from 0) is transfers
                                round_begin[i] .. round_begin[i + 1] - 1; NULL:
                                no rounds */
    /* Scheduling work of a rank: number of probes of a pattern entry, a pattern
     * row or a round, and of comparisons in a heap; 0 for algorithms that do
     * not count it. */
    int64_t num_probes;
    /* Room in the arrays; used by qdr_schedule_append only. */
    int64_t transfer_capacity, round_capacity;
} qdr_schedule;

/* qdr_message_end returns the end, at most `end`, of the transfers that travel
 * in one message with transfer `t`, and their bytes. */
int64_t qdr_message_end(const qdr_schedule *schedule, int64_t t, int64_t end,
                        int64_t *out_bytes);

/* Rounds that are a function of source and destination. */
typedef struct qdr_round_rule {
    int64_t (*num_rounds)(int num_procs);
    /* Of the message src -> dst, src != dst: 0 .. num_rounds - 1. */
    int64_t (*round_of)(int src, int dst, int num_procs);
    bool keeps_empty; /* rounds without a message are rounds, too */
} qdr_round_rule;

/* qdr_schedule_init_by_round schedules every off-diagonal message of `pattern`,
 * in one piece, in the round of the rule. Empty rounds are removed, unless the
 * rule keeps them or the pattern `is_part` of one that uses them. Memory:
 * O(messages + rounds). Release with qdr_schedule_cleanup. */
qdr_status qdr_schedule_init_by_round(qdr_schedule *schedule,
                                      const qdr_pattern *pattern,
                                      const qdr_round_rule *rule, bool is_part,
                                      qdr_error *error);

/* qdr_schedule_init_assigned does the same from `round`, which holds the round
 * of each message of `pattern`; those of diagonal entries are not read. The
 * array is the caller's. Release with qdr_schedule_cleanup. */
qdr_status qdr_schedule_init_assigned(qdr_schedule *schedule,
                                      const qdr_pattern *pattern,
                                      int64_t num_rounds, const int64_t *round,
                                      qdr_error *error);

/* A collection of transfers that carry messages in pieces, in any order.
 * Zero-initialise; release with qdr_schedule_builder_finish. */
typedef struct qdr_schedule_builder {
    struct qdr_piece {
        int64_t round; /* from 0 */
        qdr_transfer transfer;
    } * items;
    int64_t count, capacity;
    int64_t num_rounds; /* kept, empty or not; 0: empty ones are removed */
    bool forwards;      /* that of the schedule made of them */
} qdr_schedule_builder;

/* qdr_schedule_builder_add adds one piece. */
qdr_status qdr_schedule_builder_add(qdr_schedule_builder *builder,
                                    int64_t round, qdr_transfer transfer,
                                    qdr_error *error);

/* qdr_schedule_builder_finish releases the pieces. If `status`, that of adding
 * them, is QDR_OK, it makes their schedule first: those that join a message
 * follow its first one, in ascending order of their bytes. Returns the status
 * of both. Release the schedule with qdr_schedule_cleanup. */
qdr_status qdr_schedule_builder_finish(qdr_schedule_builder *builder,
                                       qdr_status status, int num_procs,
                                       qdr_schedule *schedule,
                                       qdr_error *error);

/* qdr_schedule_append adds a transfer to the last round; with `begin_round`, or
 * for the first transfer, it opens a round. Start with a schedule that is
 * zeroed but for num_procs and forwards. The schedule is valid after each call;
 * release it with qdr_schedule_cleanup. */
qdr_status qdr_schedule_append(qdr_schedule *schedule, bool begin_round,
                               qdr_transfer transfer, qdr_error *error);

/* qdr_schedule_cleanup releases what an init allocated; a zeroed schedule is
 * legal. */
void qdr_schedule_cleanup(qdr_schedule *schedule);

/* qdr_pair_order allocates and fills *out_order with the indices of the
 * pattern's off-diagonal messages, in pair order; *out_count is their number.
 * The caller frees it. O(messages + ranks) time. */
qdr_status qdr_pair_order(const qdr_pattern *pattern, int64_t **out_order,
                          int64_t *out_count, qdr_error *error);

#endif
