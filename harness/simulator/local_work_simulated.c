/* harness/simulator/local_work_simulated.c -- see local_work_simulated.h. */
#include "harness/simulator/local_work_simulated.h"

#include "harness/simulator/processor.h"
#include "kernels/messaging/local_work.h"

/* SimGrid gives every rank its own copy. */
static double copying_s, indexing_s, scheduling_s, computing_s;

void qdr_local_work_open(const qdr_hardware *hardware)
{
    copying_s = hardware->copy_ns * 1e-9;
    indexing_s = hardware->indexed_copy_ns * 1e-9;
    scheduling_s = hardware->scheduling_ns * 1e-9;
    computing_s = hardware->flop_ns * 1e-9;
}

void qdr_pending_copied(int64_t bytes)
{
    qdr_processor_work(qdr_processor_own(), (double)bytes * copying_s);
}

void qdr_pending_indexed(int64_t bytes)
{
    qdr_processor_work(qdr_processor_own(), (double)bytes * indexing_s);
}

void qdr_pending_scheduled(int64_t num_probes)
{
    qdr_processor_work(qdr_processor_own(), (double)num_probes * scheduling_s);
}

void qdr_pending_computed(double flops)
{
    qdr_processor_work(qdr_processor_own(), flops * computing_s);
}
