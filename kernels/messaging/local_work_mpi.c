/* kernels/messaging/local_work_mpi.c -- see local_work.h. */
#include "kernels/messaging/local_work.h"

void qdr_pending_copied(int64_t bytes)
{
    (void)bytes;
}

bool qdr_work_is_charged(void)
{
    return false;
}

void qdr_pending_indexed(int64_t bytes)
{
    (void)bytes;
}

void qdr_pending_packed(int64_t num_blocks)
{
    (void)num_blocks;
}

void qdr_pending_executed(int64_t instructions)
{
    (void)instructions;
}

void qdr_pending_scheduled(int64_t num_probes)
{
    (void)num_probes;
}

void qdr_pending_computed(double flops)
{
    (void)flops;
}
