/* kernels/preload/preload_plans.h -- the last plans of a communicator. */
#ifndef QUADRILLE_KERNELS_PRELOAD_PRELOAD_PLANS_H
#define QUADRILLE_KERNELS_PRELOAD_PRELOAD_PLANS_H

#include "kernels/plan/making/plan_without_agreement.h"

enum { QDR_MAX_PRELOAD_PLANS = 32 };

/* What a plan depends on. Types and operators are MPI's own: others may be
 * freed, and their handles used again. A plan serves all operators of the
 * program, MPI_OP_NULL here, each for one execution: programs make one for a
 * call. */
typedef struct qdr_preload_key {
    qdr_collective collective;
    int algorithm;     /* as in qdr_preload_settings */
    int64_t count;     /* of the vector */
    const int *counts; /* of the ranks' parts; NULL: equal */
    MPI_Datatype type;
    MPI_Op op;
    int root;
} qdr_preload_key;

/* A kept plan; its key owns its counts. */
typedef struct qdr_kept_plan {
    qdr_preload_key key;
    qdr_plan_impl *plan;
    int algorithm; /* taken, as in qdr_preload_settings */
} qdr_kept_plan;

/* Zeroed: none. */
typedef struct qdr_preload_plans {
    qdr_kept_plan kept[QDR_MAX_PRELOAD_PLANS];
    int count, oldest, last; /* found */
} qdr_preload_plans;

/* qdr_preload_plans_find returns the plan of a key, or NULL; valid until the
 * next one is added. */
qdr_kept_plan *qdr_preload_plans_find(qdr_preload_plans *plans,
                                      const qdr_preload_key *key,
                                      int num_procs);

/* qdr_preload_plans_add makes the plan of a key, and keeps it, possibly in
 * place of the oldest one. A failure other than memory is the same on all
 * ranks. */
qdr_status qdr_preload_plans_add(qdr_preload_plans *plans, qdr_planner *planner,
                                 const qdr_preload_key *key, int num_procs,
                                 qdr_kept_plan **out_plan, qdr_error *error);

/* qdr_preload_plans_cleanup frees all plans. Local. */
void qdr_preload_plans_cleanup(qdr_preload_plans *plans);

#endif
