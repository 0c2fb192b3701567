/* kernels/messaging/numa_domain.c -- see numa_domain.h. */
#define _GNU_SOURCE /* of getcpu */
#include "kernels/messaging/numa_domain.h"

#include <sched.h>
#include <stddef.h>
#include <unistd.h>

int qdr_numa_domain(void)
{
    cpu_set_t cores;
    unsigned domain = 0;

    return sched_getaffinity(0, sizeof cores, &cores) == 0 &&
                   CPU_COUNT(&cores) < sysconf(_SC_NPROCESSORS_ONLN) &&
                   getcpu(NULL, &domain) == 0
               ? (int)domain
               : 0;
}
