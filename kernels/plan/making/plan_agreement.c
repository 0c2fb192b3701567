/* kernels/plan/making/plan_agreement.c -- see plan_agreement.h. */
#include "kernels/plan/making/plan_agreement.h"

#include <string.h>

#include "kernels/core/base/rng.h"
#include "kernels/core/network/network_numbers.h"
#include "kernels/messaging/agreement.h"

/* A hash of the values. */
static int64_t digest_values(const qdr_values *values)
{
    int count = qdr_parameters_count(values->parameters);
    uint64_t mixed = 0;

    for (int i = 0; i < count; i++) {
        const qdr_value *value = &values->values[i];
        uint64_t bits;
        memcpy(&bits, &value->real, sizeof bits);
        mixed = qdr_mix64(mixed ^ (uint64_t)value->integer) ^ bits;
        for (const char *c = value->text; c != NULL && *c != '\0'; c++)
            mixed = qdr_mix64(mixed + (unsigned char)*c);
    }
    return (int64_t)qdr_mix64(mixed);
}

qdr_status qdr_plan_agree_on_call(const qdr_plan_impl *plan,
                                  const qdr_call *call, qdr_error *error)
{
    int64_t algorithm = 0;

    while (qdr_kernel_at((int)algorithm) != plan->choice.kernel)
        algorithm++;
    return qdr_agree_on(
        plan->request.comm,
        (qdr_common[]){
            {"the planning call", call->id},
            {"the algorithm", algorithm},
            {"whether a mode is named", plan->request.has_mode},
            {"the mode", plan->choice.mode.kind},
            {"the window of the mode", plan->choice.mode.window},
            {"the bytes of the mode", plan->choice.mode.paced_bytes},
            {"the barriers of the mode", plan->choice.mode.barrier},
            {"the announcements of the mode", plan->choice.mode.announces},
            {"the seed", (int64_t)plan->traffic.problem.seed},
            {"the parameters", digest_values(&plan->request.values)},
            {"the bytes", call->bytes},
            {"the root", call->root},
            {"the network",
             (int64_t)qdr_network_digest(&plan->request.network)},
            {"the map of nodes",
             qdr_node_map_digest(&plan->request.given_nodes)}},
        14, error);
}
