/* kernels/core/proof/delivery.h -- proves that a schedule delivers what its
 * collective requires. */
#ifndef QUADRILLE_KERNELS_CORE_PROOF_DELIVERY_H
#define QUADRILLE_KERNELS_CORE_PROOF_DELIVERY_H

#include "kernels/core/problem/problem.h"
#include "kernels/core/schedule/schedule.h"

/* qdr_check_delivery follows every byte through the rounds, from the ranks that
 * hold it before the collective (qdr_problem_state). It proves that every rank
 * that must have it afterwards does, with the right contributions. No rank
 * sends bytes that it does not hold when the round begins, receives bytes that
 * it has, or combines a contribution twice, and nothing is missing at the end.
 * In an ordered problem a rank puts what it gets from a lower rank before what
 * it has, and what it gets from a higher rank behind it; both must be ranks
 * without a gap that meet there.
 * A message is with one rank at a time; the sender of a vector keeps what it
 * sends. On failure it returns QDR_ERROR_CHECK and reports what it found and
 * where. The ranks of all transfers must exist. Memory is in proportion to the
 * bytes held. */
qdr_status qdr_check_delivery(const qdr_schedule *schedule,
                              const qdr_problem *problem, qdr_error *error);

#endif
