/* kernels/core/problem/mode.h -- how an executor performs a schedule.
 *
 * Written as `synchronous`, `posted`, `paced:B`, `posted_all`, `window:K`,
 * `persistent` or `dataflow:B`, then the suffixes that apply:
 *
 *   +barrier     a barrier follows every round [ranka1995, Fig. 3]
 *   +announce    before the first round every rank learns who sends to it and
 *                how much, as if planning had not known [wang1993, Fig. 1:
 *                Generate_Recv; ranka1995, Fig. 3, line 1]
 *
 * The first words mean:
 *
 *   synchronous  blocking synchronous sends and blocking receives, one after
 *                another in the schedule's order [ponnusamy1992, Sec. 1]
 *   posted       the receives of a round are posted, then its sends are
 *                performed, then the round's receives are awaited
 *                [wang1993, Sec. 3.2, 3.3]
 *   paced:B      as posted, but the send of a message of B bytes or more waits
 *                until its receiver takes it. So messages that an MPI library
 *                sends eagerly wait, too: a root's do not share its port.
 *                `paced` alone takes B from the network: so many bytes as are
 *                carried in the time of a message without any
 *   posted_all   all receives are posted first, then the sends are performed
 *                round by round [wang1993, Fig. 2]
 *   window:K     as posted_all, but sends do not block: at most K are in
 *                progress
 *   persistent   as window with room for all, on requests made once for the
 *                buffers of the first execution
 *   dataflow:B   a message waits for the messages that it depends on, not for
 *                a round: a send for its bytes, a receive for the bytes that it
 *                overwrites, a combination for those before it. Sends do not
 *                block; those of B bytes or more wait, as in paced:B,
 *                and `dataflow` alone takes B from the network
 *
 * Where messages are forwarded, each round is awaited in every other mode. A
 * receive over bytes of earlier rounds is posted after these, also in
 * posted_all, window:K and persistent.
 */
#ifndef QUADRILLE_KERNELS_CORE_PROBLEM_MODE_H
#define QUADRILLE_KERNELS_CORE_PROBLEM_MODE_H

#include <stdbool.h>
#include <stddef.h>

#include "kernels/core/base/status.h"
#include "kernels/core/network/network.h"

/* The modes above, without suffixes. */
typedef enum qdr_mode_kind {
    QDR_SYNCHRONOUS,
    QDR_POSTED,
    QDR_PACED,
    QDR_POSTED_ALL, /* this and the ones after it post receives of many rounds
                       at once */
    QDR_WINDOW,
    QDR_PERSISTENT,
    QDR_DATAFLOW,
    QDR_NUM_MODE_KINDS
} qdr_mode_kind;

/* A mode with its suffixes. Needs no release; zeroed it is `synchronous`. */
typedef struct qdr_mode {
    qdr_mode_kind kind;
    int window;      /* K of window:K, at least 1; else 0 */
    int paced_bytes; /* B of paced:B and dataflow:B, at least 1; 0: not given,
                        and every send waits */
    bool barrier;    /* after every round */
    bool announces;  /* before the first round */
} qdr_mode;

/* qdr_mode_pace sets the bytes of `paced` or `dataflow` alone for a network:
 * the min over its levels. */
void qdr_mode_pace(qdr_mode *mode, const qdr_network *network);

/* qdr_mode_posts_all returns whether receives of many rounds are posted first,
 * so that each needs a place of its own. */
bool qdr_mode_posts_all(const qdr_mode *mode);

/* qdr_mode_parse reads a mode as written above; refuses others and lists the
 * accepted ones. */
qdr_status qdr_mode_parse(const char *text, qdr_mode *out_mode,
                          qdr_error *error);

/* qdr_mode_print writes it to `text`, truncated to `size` bytes. */
void qdr_mode_print(const qdr_mode *mode, char *text, size_t size);

#endif
