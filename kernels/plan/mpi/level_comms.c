/* kernels/plan/mpi/level_comms.c -- see level_comms.h. */
#include "kernels/plan/mpi/level_comms.h"

#include <stdlib.h>

#include "kernels/messaging/agreement.h"
#include "kernels/messaging/mpi_running.h"

/* Of the map with this digest. */
struct qdr_mapped_comms {
    int64_t digest;
    qdr_level_comms comms;
};

static void release(qdr_level_comms *comms)
{
    if (comms->node != MPI_COMM_NULL)
        MPI_Comm_free(&comms->node);
    if (comms->leaders != MPI_COMM_NULL)
        MPI_Comm_free(&comms->leaders);
}

static qdr_status make(MPI_Comm comm, const qdr_node_map *nodes,
                       qdr_level_comms *out, qdr_error *error)
{
    int rank, node, code, second;
    bool leads;

    *out = (qdr_level_comms){MPI_COMM_NULL, MPI_COMM_NULL};
    MPI_Comm_rank(comm, &rank);
    node = nodes->node_of[rank];
    leads = nodes->ranks[nodes->rank_begin[node]] == rank;
    /* Both, also if the first fails on this rank alone. */
    code = MPI_Comm_split(comm, node, rank, &out->node);
    second =
        MPI_Comm_split(comm, leads ? 0 : MPI_UNDEFINED, rank, &out->leaders);
    return qdr_mpi_status(code != MPI_SUCCESS ? code : second,
                          "making communicators of nodes by", rank, error);
}

qdr_status qdr_level_comms_find(qdr_all_level_comms *all, MPI_Comm comm,
                                const qdr_node_map *nodes, qdr_level_comms *out,
                                qdr_error *error)
{
    const int64_t digest = qdr_node_map_digest(nodes);
    struct qdr_mapped_comms *more;
    qdr_status status;

    for (int i = 0; i < all->count; i++)
        if (all->items[i].digest == digest) {
            *out = all->items[i].comms;
            return QDR_OK;
        }
    if (all->are_refused)
        return qdr_fail(error, QDR_ERROR_MPI, "no communicators of nodes");
    /* Released by qdr_level_comms_cleanup. */
    more = realloc(all->items, ((size_t)all->count + 1) * sizeof *more);
    if (more != NULL)
        all->items = more;
    status = qdr_agree(comm,
                       more == NULL
                           ? qdr_fail_memory(error, "communicators of nodes")
                           : QDR_OK,
                       error);
    if (status != QDR_OK)
        return status;
    status = qdr_agree(comm, make(comm, nodes, out, error), error);
    all->are_refused = status != QDR_OK;
    if (status == QDR_OK)
        all->items[all->count++] = (struct qdr_mapped_comms){digest, *out};
    else
        release(out);
    return status;
}

void qdr_level_comms_cleanup(qdr_all_level_comms *all)
{
    for (int i = 0; i < all->count && atomic_load(&qdr_mpi_is_watched); i++)
        release(&all->items[i].comms);
    free(all->items);
    *all = (qdr_all_level_comms){0};
}
