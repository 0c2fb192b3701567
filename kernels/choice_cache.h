/* kernels/choice_cache.h -- remembers the choices of `auto`.
 *
 * A choice depends only on the collective, the number of ranks, the length, the
 * root, whether the operator commutes, the network and the mode. So choices are
 * kept per process, and serve every communicator with the same numbers; on
 * another one the network differs, or the number of ranks.
 */
#ifndef QUADRILLE_KERNELS_CHOICE_CACHE_H
#define QUADRILLE_KERNELS_CHOICE_CACHE_H

#include "kernels/kernel.h"

/* qdr_choice_find is qdr_kernel_choose, which it calls only if the choice is
 * none of the last ones. Of a vector; patterns, and vectors whose parts or
 * nodes are given, are not kept. Any thread may call it. */
qdr_status qdr_choice_find(const qdr_kernel *kernel, const qdr_problem *problem,
                           const qdr_mode *mode, qdr_chosen *out_chosen,
                           qdr_error *error);

#endif
