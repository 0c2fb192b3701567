/* kernels/executor/own_copies.h -- what a rank must copy of its own data after
 * all; see ../core/program/own_data.h.
 */
#ifndef QUADRILLE_KERNELS_EXECUTOR_OWN_COPIES_H
#define QUADRILLE_KERNELS_EXECUTOR_OWN_COPIES_H

#include "kernels/core/program/own_data.h"
#include "kernels/executor/local_copies.h"

/* qdr_own_copies_add adds the copies from the caller's buffer to the region of
 * bytes that a message finds there, and of those that the rank wants and no
 * message changes. It fails only if memory runs out. */
qdr_status qdr_own_copies_add(qdr_copies *copies,
                              const qdr_vector_region *region,
                              const qdr_buffer_layout *layout,
                              const qdr_touched_bytes *touched,
                              const qdr_own_data *data,
                              qdr_copy_range *out_range, qdr_error *error);

#endif
