/* kernels/mpi_library/library_vector_engine.c -- see library_vector_engine.h.
 */
#include "kernels/mpi_library/library_vector_engine.h"

#include <stdlib.h>

#include "kernels/messaging/mpi_status.h"
#include "kernels/mpi_library/library_selector.h"
#include "kernels/mpi_library/library_sides_engine.h"

void qdr_library_vector_cleanup(void *state)
{
    qdr_library_vector *c = state;

    free(c->counts);
    free(c->displacements);
    free(c->room);
}

/* Elements are those that are combined, else bytes. */
qdr_status qdr_library_vector_prepare(qdr_library_vector *c,
                                      const qdr_problem *problem,
                                      const qdr_local *local,
                                      qdr_library_vector_call *equal,
                                      qdr_library_vector_call *unequal,
                                      qdr_error *error)
{
    bool combines = qdr_collective_combines(problem->collective);
    int64_t element = combines ? local->arithmetic.element_bytes : 1;
    size_t num_procs = (size_t)problem->num_procs;
    bool has_room = problem->collective == QDR_REDUCE &&
                    local->layout->rank != problem->vector.root;

    /* All are released by qdr_library_vector_cleanup. */
    *c = (qdr_library_vector){
        .own = local->layout,
        .comm = local->comm,
        .type = combines ? local->arithmetic.type : MPI_BYTE,
        .op = local->arithmetic.op,
        .root = problem->vector.root,
        .call = qdr_library_parts_are_equal(problem) ? equal : unequal,
        .count = (int)(problem->vector.bytes / element),
        .counts = malloc(num_procs * sizeof(int)),
        .displacements = malloc(num_procs * sizeof(int)),
        .room = has_room ? malloc((size_t)problem->vector.bytes + 1) : NULL};
    if (c->counts == NULL || c->displacements == NULL ||
        (has_room && c->room == NULL))
        return qdr_fail_memory(error, "the counts of a collective");
    for (int r = 0; r < problem->num_procs; r++) {
        c->displacements[r] =
            (int)(qdr_problem_part_begin(problem, r) / element);
        c->counts[r] = (int)(qdr_problem_part_bytes(problem, r) / element);
    }
    return qdr_library_require_int(problem->vector.bytes, error);
}

qdr_status qdr_library_vector_execute(void *state, const char *send,
                                      char *receive, qdr_error *error)
{
    const qdr_library_vector *c = state;

    return qdr_mpi_status(c->call(c, send, receive),
                          "the MPI library's collective of", c->own->rank,
                          error);
}
