/* harness/simulator/local_work_simulated.c -- see local_work_simulated.h. */
#include "harness/simulator/local_work_simulated.h"

#include "harness/simulator/processor.h"
#include "kernels/messaging/local_work.h"

/* SimGrid gives every rank its own copy. */
static double copying_s, computing_s;

void qdr_local_work_open(double copying_s_per_byte, double computing_s_per_flop)
{
    copying_s = copying_s_per_byte;
    computing_s = computing_s_per_flop;
}

void qdr_work_copied(int64_t bytes)
{
    qdr_processor_work(qdr_processor_own(), (double)bytes * copying_s);
}

void qdr_work_computed(double flops)
{
    qdr_processor_work(qdr_processor_own(), flops * computing_s);
}
