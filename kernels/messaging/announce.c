/* kernels/messaging/announce.c -- see announce.h. */
#include "kernels/messaging/announce.h"

#include <stdlib.h>

#include "kernels/messaging/agreement.h"

static int64_t report_length(const void *context, const qdr_block *to)
{
    (void)context;
    return to->bytes;
}

static bool take_length(void *context, const qdr_block *from, int64_t bytes)
{
    (void)context;
    return from->bytes == bytes;
}

const qdr_announced qdr_announced_lengths = {report_length, take_length};

qdr_status qdr_sends_to_new(int **out_sends_to, const qdr_buffer_layout *layout,
                            int num_procs, qdr_error *error)
{
    int *sends_to = calloc((size_t)num_procs, sizeof *sends_to);

    if (sends_to == NULL)
        return qdr_fail_memory(error, "counting senders");
    for (int64_t i = 0; i < layout->num_sends; i++)
        if (layout->sends[i].peer != layout->rank)
            sends_to[layout->sends[i].peer] = 1;
    *out_sends_to = sends_to;
    return QDR_OK;
}

qdr_status qdr_count_senders(int *out_num_senders, const int *sends_to,
                             int rank, MPI_Comm comm, qdr_error *error)
{
    return qdr_mpi_status(MPI_Reduce_scatter_block(sends_to, out_num_senders, 1,
                                                   MPI_INT, MPI_SUM, comm),
                          "counting the senders to", rank, error);
}

qdr_status qdr_announcement_init(qdr_announcement *announcement,
                                 const qdr_local *local,
                                 const qdr_announced *what, void *context,
                                 qdr_error *error)
{
    int num_procs;

    MPI_Comm_size(local->comm, &num_procs);
    *announcement = (qdr_announcement){
        .layout = local->layout, .what = what, .context = context};
    return qdr_sends_to_new(&announcement->sends_to, local->layout, num_procs,
                            error);
}

void qdr_announcement_cleanup(qdr_announcement *announcement)
{
    free(announcement->sends_to);
    *announcement = (qdr_announcement){0};
}

void qdr_announcement_take(qdr_announcement *announcement, int source,
                           int64_t number)
{
    const qdr_buffer_layout *own = announcement->layout;
    const qdr_block *from =
        qdr_buffer_layout_find(own->receives, own->num_receives, source);

    announcement->num_to_come--;
    announcement->num_wrong +=
        from == NULL ||
        !announcement->what->take(announcement->context, from, number);
}

static qdr_status report_all(const qdr_announcement *announcement,
                             qdr_active *active, qdr_error *error)
{
    const qdr_buffer_layout *own = announcement->layout;
    qdr_status status = QDR_OK;

    for (int64_t i = 0; i < own->num_sends && status == QDR_OK; i++) {
        const qdr_block *to = &own->sends[i];
        if (to->peer != own->rank)
            status = qdr_active_send(
                active, to->peer, QDR_ANNOUNCE,
                announcement->what->report(announcement->context, to), 0,
                error);
    }
    return status;
}

qdr_status qdr_announce(qdr_announcement *announcement, qdr_active *active,
                        qdr_error *error)
{
    int rank = announcement->layout->rank, num_senders = 0;
    int64_t num_wrong;
    qdr_status status = qdr_count_senders(&num_senders, announcement->sends_to,
                                          rank, qdr_active_comm(active), error);

    announcement->num_to_come += num_senders;
    if (status == QDR_OK)
        status = report_all(announcement, active, error);
    while (announcement->num_to_come > 0 && status == QDR_OK)
        status = qdr_active_wait(active, error);
    /* None of the next execution comes before this rank counts again. */
    num_wrong = announcement->num_wrong;
    announcement->num_wrong = 0;
    if (status == QDR_OK && num_wrong > 0)
        status = qdr_fail(error, QDR_ERROR_CHECK,
                          "rank %d: %lld announced messages are not in "
                          "the plan",
                          rank, (long long)num_wrong);
    return status;
}
