/* kernels/plan/traffic/mail_run.h -- an exchange through mailboxes in progress;
 * exchange_mail.c and mail_receives.c share it. */
#ifndef QUADRILLE_KERNELS_PLAN_TRAFFIC_MAIL_RUN_H
#define QUADRILLE_KERNELS_PLAN_TRAFFIC_MAIL_RUN_H

#include "kernels/messaging/tags.h"
#include "kernels/plan/traffic/exchange_now.h"

/* A call of qdr_exchange_mail. */
typedef struct qdr_mail_run {
    qdr_mailbox *boxes; /* [num_procs] */
    int64_t limit;
    MPI_Comm comm;
    int rank;
    const char *send;
    char *receive;
    const qdr_typed_messages *messages;
    MPI_Request *requests;       /* [num_receives], and then those of sends */
    int num_posted, num_started; /* receives, sends */
    int failure; /* MPI's first error of a message; the others end */
} qdr_mail_run;

/* qdr_mail_keep notes that a message has failed. */
static inline void qdr_mail_keep(qdr_mail_run *r, int code)
{
    if (r->failure == MPI_SUCCESS)
        r->failure = code;
}

/* qdr_mail_tag returns the tag with which MPI sends a message of this number.
 */
static inline int qdr_mail_tag(uint64_t number)
{
    return number % 2 == 0 ? QDR_TAG_NUMBERED : QDR_TAG_NUMBERED_NEXT;
}

/* qdr_mail_is_first and qdr_mail_is_last return whether a message is so among
 * those of its peer: one of more than QDR_MAX_PIECE bytes is several, which
 * have one number. */
static inline bool qdr_mail_is_first(const qdr_typed_message *list, int i)
{
    return i == 0 || list[i - 1].peer != list[i].peer;
}

static inline bool qdr_mail_is_last(const qdr_typed_message *list, int count,
                                    int i)
{
    return i == count - 1 || list[i + 1].peer != list[i].peer;
}

/* qdr_mail_is_short returns whether it goes through a mailbox. */
static inline bool qdr_mail_is_short(const qdr_mail_run *r,
                                     const qdr_typed_message *list, int i)
{
    return list[i].count <= r->limit && list[i].type == MPI_BYTE &&
           list[i].peer != r->rank && qdr_mail_is_first(list, i);
}

#endif
