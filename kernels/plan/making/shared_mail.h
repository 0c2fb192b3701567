/* kernels/plan/making/shared_mail.h -- whether exchanges without a plan go
 * through memory that the ranks of a node share.
 */
#ifndef QUADRILLE_KERNELS_PLAN_MAKING_SHARED_MAIL_H
#define QUADRILLE_KERNELS_PLAN_MAKING_SHARED_MAIL_H

#include "kernels/plan/mpi/communicator.h"

/* qdr_shared_mail returns the mailboxes of a communicator whose ranks share a
 * node; NULL if they do not, have no memory, or are too many: messages then go
 * by MPI. The first call for a communicator decides this, and is collective;
 * later calls are local. */
const qdr_mailboxes *qdr_shared_mail(qdr_communicator *of);

#endif
