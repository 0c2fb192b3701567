/* kernels/executor/combining.h -- the plan of a combining schedule. */
#ifndef QUADRILLE_KERNELS_EXECUTOR_COMBINING_H
#define QUADRILLE_KERNELS_EXECUTOR_COMBINING_H

#include "kernels/core/view.h"
#include "kernels/executor/exchange.h"

/* qdr_exchange_plan_combining fills the operations, copies and buffers of
 * `exchange`, for a schedule of blocks, from this rank's view. What a
 * transfer carries is packed before it is sent and unpacked after. A block that
 * is sent leaves its place to later ones; one that arrives never takes the
 * place of one still to be sent [ponnusamy1992, Fig. 3: the higher rank unpacks
 * before it packs]. */
qdr_status qdr_exchange_plan_combining(qdr_exchange *exchange,
                                       const qdr_schedule *schedule,
                                       const qdr_views *view,
                                       const qdr_mode *mode, qdr_error *error);

#endif
