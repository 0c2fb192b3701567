/* kernels/core/delivery.h -- proves that a schedule does what its collective
 * asks for. */
#ifndef QUADRILLE_KERNELS_CORE_DELIVERY_H
#define QUADRILLE_KERNELS_CORE_DELIVERY_H

#include "kernels/core/problem.h"
#include "kernels/core/schedule.h"

/* qdr_check_delivery follows every byte from who has it before the collective
 * (qdr_problem_state) through the rounds, and proves that whoever must have it
 * after it does, with the right contributions: that nobody sends on what he
 * does not hold when the round begins, gets again what he has, or combines a
 * contribution twice, and that nothing is missing at the end. A message is with
 * one rank at a time; of a vector, the sender keeps what it sends. On a failure
 * returns QDR_ERROR_CHECK and says what was found where. The ranks of all
 * transfers must exist. Memory in proportion to what is held. */
qdr_status qdr_check_delivery(const qdr_schedule *schedule,
                              const qdr_problem *problem, qdr_error *error);

#endif
