/* workloads/application.c -- see application.h. */
#include "workloads/application.h"

#include <string.h>

#include "kernels/core/rng.h"

const char *qdr_phase_string(qdr_phase phase)
{
    static const char *const words[QDR_NUM_PHASES] = {
        [QDR_PHASE_COMPUTE] = "compute",
        [QDR_PHASE_PACK] = "pack",
        [QDR_PHASE_EXCHANGE] = "exchange",
        [QDR_PHASE_REDUCE] = "reduce"};

    return words[phase];
}

int64_t qdr_answer_digest(const void *answer, int64_t bytes)
{
    const char *from = answer;
    uint64_t digest = qdr_mix64((uint64_t)bytes + 1);

    for (int64_t at = 0; at < bytes; at += 8) {
        uint64_t word = 0;
        memcpy(&word, from + at, bytes - at < 8 ? (size_t)(bytes - at) : 8);
        digest = qdr_mix64(digest ^ word);
    }
    return (int64_t)(digest >> 24);
}
