/* kernels/preload/preload_intercept.h -- performs a call, or leaves it to the
 * MPI library.
 *
 * qdr_take_bcast and so on take the arguments of the call. They return true if
 * they have performed it, with its code in *out_code; false, counted, if the
 * MPI library is to do so. All ranks return the same, because it depends on
 * what all ranks know: the communicator, the lengths of vectors, operators and
 * settings. A rank whose arguments MPI refuses returns false alone; the MPI
 * library then reports them.
 */
#ifndef QUADRILLE_KERNELS_PRELOAD_PRELOAD_INTERCEPT_H
#define QUADRILLE_KERNELS_PRELOAD_PRELOAD_INTERCEPT_H

#include <mpi.h>
#include <stdbool.h>

#include "kernels/preload/preload_calls.h"

#define QDR_TAKEN(name, lower, upper, collective, count, ...)                  \
    bool qdr_take_##lower(QDR_LIST##count(QDR_PARAMETER, __VA_ARGS__),         \
                          int *out_code);
#define QDR_PASSED(name, lower, upper, count, ...)
#include "kernels/preload/preload_calls.def"
#undef QDR_TAKEN
#undef QDR_PASSED

#endif
