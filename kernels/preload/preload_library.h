/* kernels/preload/preload_library.h -- the MPI library and the tools that this
 * process was started with. */
#ifndef QUADRILLE_KERNELS_PRELOAD_PRELOAD_LIBRARY_H
#define QUADRILLE_KERNELS_PRELOAD_PRELOAD_LIBRARY_H

#include <stdbool.h>

#include "kernels/core/base/status.h"

/* qdr_preload_is_own_library returns whether the program's MPI library is of
 * the kind that this library was built for; else `error` has both. It calls
 * only MPI_Get_library_version. */
bool qdr_preload_is_own_library(qdr_error *error);

/* qdr_preload_is_first_process returns whether the launcher's environment
 * numbers this process 0, or not at all. */
bool qdr_preload_is_first_process(void);

/* qdr_preload_find_other_tool returns whether another library also stands
 * between the program and the MPI library; `error` then has its file. */
bool qdr_preload_find_other_tool(qdr_error *error);

#endif
