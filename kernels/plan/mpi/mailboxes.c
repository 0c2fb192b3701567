/* kernels/plan/mpi/mailboxes.c -- see mailboxes.h. */
#include "kernels/plan/mpi/mailboxes.h"

#include <stdlib.h>

#include "kernels/messaging/agreement.h"

qdr_status qdr_mailboxes_open(qdr_mailboxes *mail, MPI_Comm comm,
                              qdr_error *error)
{
    qdr_segment segment = {0};
    qdr_mailbox *boxes;
    qdr_status status;
    int rank, num_procs;

    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &num_procs);
    /* Released by qdr_mailboxes_cleanup. */
    boxes = malloc((size_t)num_procs * sizeof *boxes);
    status = qdr_agree(comm,
                       boxes == NULL
                           ? qdr_fail_memory(error, "the mailboxes of a rank")
                           : QDR_OK,
                       error);
    if (status == QDR_OK)
        status = qdr_segment_map(comm, qdr_mailbox_bytes(num_procs), &segment,
                                 error);
    if (status != QDR_OK) {
        free(boxes);
        return status;
    }
    for (int peer = 0; peer < num_procs; peer++)
        qdr_mailbox_init(&boxes[peer], rank, peer, num_procs, segment.first,
                         segment.stride);
    mail->segment = segment;
    mail->limit = qdr_mailbox_limit(num_procs);
    mail->boxes = boxes;
    return QDR_OK;
}

void qdr_mailboxes_cleanup(qdr_mailboxes *mail)
{
    free(mail->boxes);
    qdr_segment_unmap(&mail->segment);
}
