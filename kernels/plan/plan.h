/* kernels/plan/plan.h -- what the planning calls of ../quadrille.h share. */
#ifndef QUADRILLE_KERNELS_PLAN_PLAN_H
#define QUADRILLE_KERNELS_PLAN_PLAN_H

#include "kernels/executor/exchange.h"
#include "kernels/quadrille.h"

struct qdr_plan {
    const qdr_kernel *kernel;
    qdr_mode mode;
    uint64_t seed;
    double cutoff;
    MPI_Comm comm; /* the plan's own */
    int rank, num_procs;
    qdr_exchange exchange;
};

/* What a call is for, and what else its ranks must have in common. */
typedef struct qdr_call {
    const char *name;
    int id; /* another one for each call */
    bool is_bcast;
    int64_t bytes; /* of a block, or of the vector */
    int64_t root;
} qdr_call;

/* qdr_plan_begin makes a plan without an exchange, after every rank has agreed
 * that all mean the same. Collective; every rank comes to the same status,
 * unless one has no communicator. Finish it with qdr_plan_finish, or
 * release it with qdr_plan_free. */
qdr_status qdr_plan_begin(qdr_plan **out_plan, const qdr_call *what,
                          const char *algorithm,
                          const qdr_plan_options *options, MPI_Comm comm,
                          qdr_error *error);

/* qdr_plan_is_local tells whether a rank can plan from its own messages alone.
 * A schedule in a mode with barriers needs to know how many rounds the others
 * have; rows without a schedule have no mode. */
bool qdr_plan_is_local(const qdr_plan *plan);

/* qdr_plan_finish makes the exchange of `pattern`, or of what this rank knows
 * of it (a library row needs no pattern); `placement` becomes the plan's.
 * Collective. On a failure frees the plan, on every rank. */
qdr_status qdr_plan_finish(qdr_plan *plan, const qdr_pattern *pattern,
                           qdr_placement *placement, qdr_plan **out_plan,
                           qdr_error *error);

#endif
