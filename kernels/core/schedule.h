/* kernels/core/schedule.h -- in which round each message travels.
 *
 * A schedule is a list of rounds; a round is a set of transfers that may be in
 * flight together. What a transfer carries depends on the schedule's content.
 * Messages: a piece of the message src -> dst of the pattern. Blocks: messages
 * are forwarded; the message src -> dst of the pattern is block src * p + dst,
 * and a transfer carries a list of blocks, which its sender then no longer has.
 * Vector: an interval of one vector that every rank has a place for, and that
 * its sender keeps. Rounds that would be empty do not exist.
 *
 * A rank performs its transfers of a round in their order here, with
 * synchronous sends. Where messages are not forwarded that is *pair order*,
 * unless the row says otherwise: by the lower rank, then the higher rank, then
 * the transfer that the lower rank receives before the one it sends. A
 * synchronous executor takes them in this order, which is the papers' "if
 * (mynumber < node) receive, send; else send, receive" [ponnusamy1992, Fig. 2];
 * because it is one total order, no schedule can deadlock in it.
 */
#ifndef QUADRILLE_KERNELS_CORE_SCHEDULE_H
#define QUADRILLE_KERNELS_CORE_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

#include "kernels/core/pattern.h"

typedef enum qdr_content { QDR_MESSAGES, QDR_BLOCKS, QDR_VECTOR } qdr_content;

typedef struct qdr_transfer {
    int src;
    int dst;
    int64_t offset; /* messages, vector: bytes into it; blocks: its first entry
                       in the schedule's `blocks` */
    int64_t bytes;
    int64_t num_blocks; /* 0 unless the content is blocks */
} qdr_transfer;

typedef struct qdr_schedule {
    int num_procs;
    qdr_content content;
    int64_t num_rounds;
    int64_t num_transfers;
    qdr_transfer *transfers; /* by round, within a round in one order for all */
    int64_t *round_begin;    /* [num_rounds + 1]: round i (from 0) is transfers
                                round_begin[i] .. round_begin[i + 1] - 1 */
    int64_t *blocks;         /* NULL unless the content is blocks */
    int64_t num_blocks;
    /* Room in the arrays; used by qdr_schedule_append only. */
    int64_t transfer_capacity, round_capacity, block_capacity;
} qdr_schedule;

/* qdr_round_of tells the round, 0 .. num_rounds-1, of the message src -> dst,
 * src != dst, among `num_procs` ranks. */
typedef int64_t (*qdr_round_of)(int src, int dst, int num_procs);

/* qdr_schedule_init_by_round schedules every off-diagonal message of `pattern`
 * whole, in round round_of(src, dst); empty rounds are closed up. O(messages)
 * memory. Release with qdr_schedule_cleanup. */
qdr_status qdr_schedule_init_by_round(qdr_schedule *schedule,
                                      const qdr_pattern *pattern,
                                      int64_t num_rounds, qdr_round_of round_of,
                                      qdr_error *error);

/* qdr_schedule_init_assigned does the same from `round`, which holds the round
 * of each message of `pattern`, or -1 for one that is not sent (a diagonal
 * entry). The array is the caller's. Release with qdr_schedule_cleanup. */
qdr_status qdr_schedule_init_assigned(qdr_schedule *schedule,
                                      const qdr_pattern *pattern,
                                      int64_t num_rounds, const int64_t *round,
                                      qdr_error *error);

/* Transfers that carry messages in pieces, in any order, being collected.
 * Zero-initialise; release with qdr_pieces_cleanup. */
typedef struct qdr_pieces {
    struct qdr_piece {
        int64_t round; /* from 0 */
        qdr_transfer transfer;
    } * items;
    int64_t count, capacity;
} qdr_pieces;

/* qdr_pieces_add adds one piece. */
qdr_status qdr_pieces_add(qdr_pieces *pieces, int64_t round,
                          qdr_transfer transfer, qdr_error *error);

void qdr_pieces_cleanup(qdr_pieces *pieces);

/* qdr_schedule_init_pieces makes the direct schedule of `pieces`, which it
 * sorts. Release with qdr_schedule_cleanup. */
qdr_status qdr_schedule_init_pieces(qdr_schedule *schedule, int num_procs,
                                    qdr_pieces *pieces, qdr_error *error);

/* qdr_schedule_append adds one transfer of the given blocks, together `bytes`
 * long, to the last round of a schedule of blocks, which begins zeroed but for
 * num_procs and content; with `begin_round`, or for the first transfer, it
 * opens a round. The schedule is valid after each call; release it with
 * qdr_schedule_cleanup. */
qdr_status qdr_schedule_append(qdr_schedule *schedule, bool begin_round,
                               int src, int dst, const int64_t *blocks,
                               int64_t num_blocks, int64_t bytes,
                               qdr_error *error);

/* qdr_schedule_cleanup releases what an init allocated; a zeroed schedule is
 * legal. */
void qdr_schedule_cleanup(qdr_schedule *schedule);

#endif
