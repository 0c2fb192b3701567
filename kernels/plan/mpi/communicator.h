/* kernels/plan/mpi/communicator.h -- the library's communicator for each of the
 * program's.
 *
 * A program may make many plans: MPI libraries have few communicators, and
 * making one is slow. So the plans of one communicator share a copy of it, in
 * which each has a tag of its own: two plans in progress never match each
 * other's messages.
 */
#ifndef QUADRILLE_KERNELS_PLAN_MPI_COMMUNICATOR_H
#define QUADRILLE_KERNELS_PLAN_MPI_COMMUNICATOR_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>

#include "kernels/core/network/node_map.h"
#include "kernels/plan/mpi/level_comms.h"
#include "kernels/plan/mpi/mailboxes.h"
#include "kernels/plan/mpi/plan_tags.h"
#include "kernels/plan/mpi/shared_slots.h"

/* The copy, its tags, and room for calls. */
typedef struct qdr_communicator qdr_communicator;

/* qdr_communicator_of finds that of `comm`; refuses MPI_COMM_NULL and an
 * inter-communicator. The first call for a communicator is collective: it makes
 * the copy, and all ranks return the same status, unless MPI_Comm_create fails.
 * Later calls are local. It is an attribute of `comm`, which MPI_Comm_dup does
 * not copy. */
qdr_status qdr_communicator_of(MPI_Comm comm, qdr_communicator **out,
                               qdr_error *error);

/* qdr_communicator_hold makes it outlive `comm`; qdr_communicator_release ends
 * that. Local. */
void qdr_communicator_hold(qdr_communicator *of);
void qdr_communicator_release(qdr_communicator *of);

/* qdr_communicator_copy returns the copy, which returns errors;
 * qdr_communicator_rank and qdr_communicator_size this rank and their number.
 */
MPI_Comm qdr_communicator_copy(const qdr_communicator *of);
int qdr_communicator_rank(const qdr_communicator *of);
int qdr_communicator_size(const qdr_communicator *of);

/* qdr_communicator_mesh returns whether the program's communicator is Cartesian
 * with two dimensions; if so, sets the outputs to their sizes. */
bool qdr_communicator_mesh(const qdr_communicator *of, int *out_rows,
                           int *out_columns);

/* qdr_communicator_nodes returns the map of nodes, and qdr_communicator_groups
 * that of the groups of one node. They are zeroed until
 * qdr_communicator_find_nodes and qdr_plan_find_groups have made them, and live
 * as long as `of`. */
qdr_node_map *qdr_communicator_nodes(qdr_communicator *of);
qdr_node_map *qdr_communicator_groups(qdr_communicator *of);

/* qdr_communicator_levels returns the communicators of its nodes, which are
 * made when they are asked for. They live as long as `of`. */
qdr_all_level_comms *qdr_communicator_levels(qdr_communicator *of);

/* qdr_communicator_slots returns the slots in shared memory of its plans. They
 * live as long as `of`. */
qdr_shared_slots *qdr_communicator_slots(qdr_communicator *of);

/* qdr_communicator_mail returns its mailboxes, which qdr_shared_mail opens.
 * They live as long as `of`. */
qdr_mailboxes *qdr_communicator_mail(qdr_communicator *of);

/* qdr_communicator_room returns room for so many bytes, what one call needs, or
 * NULL. It is the same as last time if that was large enough: one thread at a
 * time. */
typedef enum qdr_room {
    QDR_SCRATCH_REQUESTS,
    QDR_SCRATCH_MESSAGES,
    QDR_NUM_ROOMS
} qdr_room;
void *qdr_communicator_room(qdr_communicator *of, qdr_room room, size_t bytes);

/* qdr_communicator_next_unknown_tag returns one of two tags in turn, for
 * exchanges of unknown receives: a rank that has left one may begin the next
 * while others still probe. */
int qdr_communicator_next_unknown_tag(qdr_communicator *of);

/* qdr_communicator_tags returns the tags of its plans, which live as long as
 * `of`. */
qdr_plan_tags *qdr_communicator_tags(qdr_communicator *of);

#endif
