/* workloads/partition/fiedler_arpack_absent.c -- replaces fiedler_arpack.c
 * where ARPACK is absent. */
#include "workloads/partition/method.h"

qdr_status qdr_fiedler_iterate(const qdr_graph *graph, double bound,
                               uint64_t seed, double *vector, qdr_error *error)
{
    (void)bound;
    (void)seed;
    (void)vector;
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "partition spectral of %lld vertices: built without "
                    "ARPACK; accepted: strips, rcb, rcb_xyz, inertial",
                    (long long)graph->num_vertices);
}
