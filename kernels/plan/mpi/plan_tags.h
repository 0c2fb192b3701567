/* kernels/plan/mpi/plan_tags.h -- the tags of the plans of a communicator.
 */
#ifndef QUADRILLE_KERNELS_PLAN_MPI_PLAN_TAGS_H
#define QUADRILLE_KERNELS_PLAN_MPI_PLAN_TAGS_H

#include <mpi.h>
#include <pthread.h>

#include "kernels/core/base/status.h"

/* Those in use; a thread may release one while another one plans. */
typedef struct qdr_plan_tags {
    pthread_mutex_t lock; /* of the members below */
    int *tags;            /* [count] */
    int count, room;
    int next, last; /* to propose; that MPI has */
} qdr_plan_tags;

/* qdr_plan_tags_init begins with none. Release with qdr_plan_tags_cleanup. */
void qdr_plan_tags_init(qdr_plan_tags *of, MPI_Comm comm);
void qdr_plan_tags_cleanup(qdr_plan_tags *of);

/* qdr_plan_tags_take takes a tag that no rank uses, the same on all ranks. Tags
 * come back as late as possible, so that a message that its receiver gave up
 * does not meet a new plan. Collective over `comm`; every rank returns the same
 * status. qdr_plan_tags_release is local. */
qdr_status qdr_plan_tags_take(qdr_plan_tags *of, MPI_Comm comm, int *out_tag,
                              qdr_error *error);
void qdr_plan_tags_release(qdr_plan_tags *of, int tag);

#endif
