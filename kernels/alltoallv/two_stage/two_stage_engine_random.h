/* kernels/alltoallv/two_stage/two_stage_engine_random.h -- a stage's messages
 * by distributed random scheduling, drs_n_polling. */
#ifndef QUADRILLE_KERNELS_ALLTOALLV_TWO_STAGE_TWO_STAGE_ENGINE_RANDOM_H
#define QUADRILLE_KERNELS_ALLTOALLV_TWO_STAGE_TWO_STAGE_ENGINE_RANDOM_H

#include "kernels/alltoallv/two_stage/two_stage_engine_stage.h"
#include "kernels/kernel.h"

/* qdr_stage_random_new plans it for `stage`, whose bound is the same on every
 * rank: everybody has a message of that length for everybody, and how much of
 * it counts stands at its end. Memory for 2 (p - 1) messages. Collective; every
 * rank comes to the same status. Released by qdr_stage_random_free. */
qdr_status qdr_stage_random_new(qdr_stage *stage, const qdr_problem *problem,
                                qdr_error *error);
void qdr_stage_random_free(qdr_stage *stage);

/* qdr_stage_random is a qdr_stage_exchange. */
qdr_status qdr_stage_random(qdr_stage *stage, qdr_error *error);

#endif
