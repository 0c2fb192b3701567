/* kernels/mpi_library/library_sides_engine.c -- see library_sides_engine.h. */
#include "kernels/mpi_library/library_sides_engine.h"

#include <limits.h>
#include <stdlib.h>

static bool side_init(qdr_library_side *made, const qdr_block *blocks,
                      int64_t num_blocks, int num_procs, bool only_neighbours)
{
    size_t count = only_neighbours ? (size_t)num_blocks : (size_t)num_procs;

    /* All are released by qdr_library_sides_cleanup. */
    *made = (qdr_library_side){.num_peers = (int)count,
                               .counts = calloc(count + 1, sizeof(int)),
                               .displacements = calloc(count + 1, sizeof(int))};
    if (only_neighbours)
        made->peers = calloc(count + 1, sizeof(int));
    if (made->counts == NULL || made->displacements == NULL ||
        (only_neighbours && made->peers == NULL))
        return false;
    for (int64_t i = 0; i < num_blocks; i++) {
        int64_t at = only_neighbours ? i : blocks[i].peer;
        if (only_neighbours)
            made->peers[at] = blocks[i].peer;
        made->counts[at] = (int)blocks[i].bytes;
        made->displacements[at] = (int)blocks[i].displacement;
    }
    return true;
}

int64_t qdr_library_longest(const qdr_buffer_layout *layout)
{
    return layout->send_bytes > layout->receive_bytes ? layout->send_bytes
                                                      : layout->receive_bytes;
}

qdr_status qdr_library_require_int(int64_t bytes, qdr_error *error)
{
    if (bytes <= INT_MAX)
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "a buffer of %lld bytes; accepted for the MPI library's "
                    "own collectives: up to %d",
                    (long long)bytes, INT_MAX);
}

qdr_status qdr_library_sides_init(qdr_library_sides *sides,
                                  const qdr_local *local, bool only_neighbours,
                                  qdr_error *error)
{
    const qdr_buffer_layout *own = local->layout;
    qdr_status status =
        qdr_library_require_int(qdr_library_longest(own), error);
    int num_procs;

    *sides = (qdr_library_sides){0};
    MPI_Comm_size(local->comm, &num_procs);
    if (status == QDR_OK &&
        (!side_init(&sides->sends, own->sends, own->num_sends, num_procs,
                    only_neighbours) ||
         !side_init(&sides->receives, own->receives, own->num_receives,
                    num_procs, only_neighbours)))
        status = qdr_fail_memory(error, "the counts of a collective");
    return status;
}

void qdr_library_sides_cleanup(qdr_library_sides *sides)
{
    qdr_library_side *both[2] = {&sides->sends, &sides->receives};

    for (int i = 0; i < 2; i++) {
        free(both[i]->peers);
        free(both[i]->counts);
        free(both[i]->displacements);
    }
    *sides = (qdr_library_sides){0};
}
