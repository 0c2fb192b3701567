/* kernels/core/delivery.h -- proves that a schedule delivers its pattern. */
#ifndef QUADRILLE_KERNELS_CORE_DELIVERY_H
#define QUADRILLE_KERNELS_CORE_DELIVERY_H

#include "kernels/core/schedule.h"

/* qdr_check_delivery proves that every off-diagonal byte of `pattern` reaches
 * its destination exactly once, and that no rank sends on what it does not
 * hold when the round begins. On a failure returns QDR_ERROR_CHECK and says
 * what was found where. The ranks of all transfers must exist. */
qdr_status qdr_check_delivery(const qdr_schedule *schedule,
                              const qdr_pattern *pattern, qdr_error *error);

#endif
