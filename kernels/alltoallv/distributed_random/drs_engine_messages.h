/* kernels/alltoallv/distributed_random/drs_engine_messages.h -- the
 * active messages of distributed random scheduling, and locks by them. */
#ifndef QUADRILLE_KERNELS_ALLTOALLV_DISTRIBUTED_RANDOM_DRS_ENGINE_MESSAGES_H
#define QUADRILLE_KERNELS_ALLTOALLV_DISTRIBUTED_RANDOM_DRS_ENGINE_MESSAGES_H

#include "kernels/alltoallv/distributed_random/drs_engine_state.h"

enum { QDR_DRS_NUM_HANDLERS = 7 };

/* The handlers; their context is the qdr_drs. */
extern qdr_active_handler *const qdr_drs_handlers[QDR_DRS_NUM_HANDLERS];

/* qdr_drs_request_by_message and qdr_drs_release_by_message are the request and
 * the release of drs_n and drs_n_polling, whose destinations decide. */
qdr_status qdr_drs_request_by_message(qdr_drs *s, const qdr_block *to,
                                      qdr_error *error);
qdr_status qdr_drs_release_by_message(qdr_drs *s, int dst, qdr_error *error);

#endif
