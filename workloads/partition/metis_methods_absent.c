/* workloads/partition/metis_methods_absent.c -- replaces metis_methods.c where
 * METIS is absent. */
#include "workloads/partition/method.h"

static qdr_status refuse(const char *method, qdr_error *error)
{
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "partition %s: built without METIS; accepted: strips, rcb, "
                    "rcb_xyz, inertial",
                    method);
}

qdr_status qdr_partition_recursive(const qdr_graph *graph, int procs,
                                   uint64_t seed, int *part, qdr_error *error)
{
    (void)graph;
    (void)procs;
    (void)seed;
    (void)part;
    return refuse("recursive", error);
}

qdr_status qdr_partition_kway(const qdr_graph *graph, int procs, uint64_t seed,
                              int *part, qdr_error *error)
{
    (void)graph;
    (void)procs;
    (void)seed;
    (void)part;
    return refuse("kway", error);
}
