/* kernels/plan/mpi/mailboxes.h -- the mailboxes of a communicator whose ranks
 * share memory.
 */
#ifndef QUADRILLE_KERNELS_PLAN_MPI_MAILBOXES_H
#define QUADRILLE_KERNELS_PLAN_MPI_MAILBOXES_H

#include <mpi.h>
#include <stdbool.h>

#include "kernels/plan/mpi/shared_segment.h"
#include "kernels/shared_memory/mailbox.h"

_Static_assert(QDR_MAIL_BYTES <= 65536, "as docs/collectives.md says");

/* Those of a communicator; zeroed at first. */
typedef struct qdr_mailboxes {
    qdr_segment segment;
    bool is_decided;    /* whether there are any */
    int64_t limit;      /* bytes of the longest message through one */
    qdr_mailbox *boxes; /* [num_procs]; NULL: messages go by MPI */
} qdr_mailboxes;

/* qdr_mailboxes_open maps the memory, and makes a mailbox for each peer. If it
 * fails on one rank it fails on all. `error` is not NULL. Collective over
 * `comm`. */
qdr_status qdr_mailboxes_open(qdr_mailboxes *mail, MPI_Comm comm,
                              qdr_error *error);

/* qdr_mailboxes_cleanup releases them. Local: peers may still read. */
void qdr_mailboxes_cleanup(qdr_mailboxes *mail);

#endif
