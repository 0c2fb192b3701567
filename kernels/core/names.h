/* kernels/core/names.h -- looking a name up in a table. */
#ifndef QUADRILLE_KERNELS_CORE_NAMES_H
#define QUADRILLE_KERNELS_CORE_NAMES_H

#include "kernels/core/status.h"

/* qdr_names_find sets *out_index to the i in 0..count-1 with name_at(i) equal
 * to `name`, or fails with a line that lists what is accepted; `what` says
 * what kind of name it is ("algorithm"). */
qdr_status qdr_names_find(const char *what, const char *name, int count,
                          const char *(*name_at)(int index), int *out_index,
                          qdr_error *error);

#endif
