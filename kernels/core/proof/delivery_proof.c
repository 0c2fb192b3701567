/* kernels/core/proof/delivery_proof.c -- see delivery_proof.h. */
#include "kernels/core/proof/delivery_proof.h"

#include <stdio.h>

qdr_status qdr_proof_fail_memory(qdr_proof *p)
{
    return qdr_fail_memory(p->error, "the delivery check");
}

int64_t qdr_proof_extent(const qdr_proof *p, int64_t block)
{
    int64_t bytes = qdr_problem_block_bytes(p->problem, block);

    return bytes == 0 && !qdr_collective_has_vector(p->problem->collective)
               ? 1
               : bytes;
}

const char *qdr_proof_name_block(const qdr_proof *p, int64_t block, char *name)
{
    const qdr_message *message;

    if (qdr_collective_has_vector(p->problem->collective)) {
        snprintf(name, QDR_BLOCK_NAME_LENGTH, "the vector");
        return name;
    }
    message = &p->problem->messages.pattern->messages[block];
    snprintf(name, QDR_BLOCK_NAME_LENGTH, "the message %d -> %d", message->src,
             message->dst);
    return name;
}

qdr_status qdr_proof_fail_byte(qdr_proof *p, int rank, const char *what,
                               int64_t byte, int64_t block)
{
    char name[QDR_BLOCK_NAME_LENGTH];

    return qdr_fail(p->error, QDR_ERROR_CHECK,
                    "round %lld: rank %d %s byte %lld of %s",
                    (long long)p->round + 1, rank, what, (long long)byte,
                    qdr_proof_name_block(p, block, name));
}
