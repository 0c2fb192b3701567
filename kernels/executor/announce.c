/* kernels/executor/announce.c -- see announce.h. */
#include "kernels/executor/announce.h"

#include <stdlib.h>

#include "kernels/executor/mpi_status.h"

qdr_status qdr_announcement_init(qdr_announcement *announcement,
                                 const qdr_placement *placement, int num_procs,
                                 qdr_error *error)
{
    *announcement = (qdr_announcement){
        .placement = placement,
        .sends_to = calloc((size_t)num_procs, sizeof *announcement->sends_to)};
    if (announcement->sends_to == NULL)
        return qdr_fail_memory(error, "announcements");
    for (int64_t i = 0; i < placement->num_sends; i++)
        if (placement->sends[i].peer != placement->rank)
            announcement->sends_to[placement->sends[i].peer] = 1;
    return QDR_OK;
}

void qdr_announcement_cleanup(qdr_announcement *announcement)
{
    free(announcement->sends_to);
    *announcement = (qdr_announcement){0};
}

void qdr_announcement_take(qdr_announcement *announcement, int source,
                           int64_t bytes)
{
    const qdr_placement *own = announcement->placement;
    const qdr_block *expected =
        qdr_placement_find(own->receives, own->num_receives, source);

    announcement->num_to_come--;
    announcement->num_wrong += expected == NULL || expected->bytes != bytes;
}

qdr_status qdr_announce(qdr_announcement *announcement, qdr_active *active,
                        qdr_error *error)
{
    const qdr_placement *own = announcement->placement;
    int num_to_come = 0;
    qdr_status status = qdr_mpi_status(
        MPI_Reduce_scatter_block(announcement->sends_to, &num_to_come, 1,
                                 MPI_INT, MPI_SUM, qdr_active_comm(active)),
        "counting the senders to", own->rank, error);

    announcement->num_to_come += num_to_come;
    for (int64_t i = 0; i < own->num_sends && status == QDR_OK; i++)
        if (own->sends[i].peer != own->rank)
            status = qdr_active_send(active, own->sends[i].peer, QDR_ANNOUNCE,
                                     own->sends[i].bytes, 0, error);
    while (announcement->num_to_come > 0 && status == QDR_OK)
        status = qdr_active_wait(active, error);
    if (status == QDR_OK && announcement->num_wrong > 0)
        status = qdr_fail(error, QDR_ERROR_CHECK,
                          "rank %d: %lld messages were announced that the plan "
                          "does not know",
                          own->rank, (long long)announcement->num_wrong);
    return status;
}
