/* harness/machine/cores.c -- see cores.h. */
#define _GNU_SOURCE /* of sched_getaffinity */
#include "harness/machine/cores.h"

#include <limits.h>
#include <sched.h>

#include <hwloc.h>

int qdr_num_cores(void)
{
    static int num_cores;
    hwloc_topology_t topology;

    if (num_cores > 0)
        return num_cores;
    num_cores = 1;
    if (hwloc_topology_init(&topology) != 0)
        return num_cores;
    if (hwloc_topology_load(topology) == 0)
        num_cores = hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_CORE);
    hwloc_topology_destroy(topology);
    return num_cores = num_cores < 1 ? 1 : num_cores;
}

int qdr_num_processors(void)
{
    cpu_set_t allowed;

    return sched_getaffinity(0, sizeof allowed, &allowed) == 0
               ? CPU_COUNT(&allowed)
               : INT_MAX;
}
