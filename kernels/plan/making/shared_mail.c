/* kernels/plan/making/shared_mail.c -- see shared_mail.h. */
#include "kernels/plan/making/shared_mail.h"

#include "kernels/messaging/local_work.h"
#include "kernels/plan/making/shared_plan.h"
#include "kernels/plan/state/plan_nodes.h"

/* All ranks return the same status. Mailboxes are not made for ranks of several
 * nodes, and that is no error. */
static qdr_status open_mail(qdr_communicator *of, qdr_error *error)
{
    const qdr_node_map *nodes = qdr_communicator_nodes(of);
    qdr_status status = qdr_communicator_find_nodes(of, error);

    if (status == QDR_OK && nodes->num_nodes == 1)
        status = qdr_mailboxes_open(qdr_communicator_mail(of),
                                    qdr_communicator_copy(of), error);
    return status;
}

static void decide(qdr_communicator *of)
{
    int num_procs = qdr_communicator_size(of);
    qdr_error why = {""};

    qdr_communicator_mail(of)->is_decided = true;
    /* A simulated machine has costs of messages only. */
    if (qdr_work_is_charged() || num_procs == 1 ||
        qdr_mailbox_limit(num_procs) < 0)
        return;
    if (open_mail(of, &why) != QDR_OK)
        qdr_shared_say_refused(qdr_communicator_rank(of), &why);
}

const qdr_mailboxes *qdr_shared_mail(qdr_communicator *of)
{
    const qdr_mailboxes *mail = qdr_communicator_mail(of);

    if (!mail->is_decided)
        decide(of);
    return mail->boxes != NULL ? mail : NULL;
}
