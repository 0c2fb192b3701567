/* kernels/executor/own_copies.h -- the copies that a rank makes of its own data
 * before and after its messages.
 */
#ifndef QUADRILLE_KERNELS_EXECUTOR_OWN_COPIES_H
#define QUADRILLE_KERNELS_EXECUTOR_OWN_COPIES_H

#include "kernels/core/program/own_data.h"
#include "kernels/executor/local_copies.h"
#include "kernels/executor/locator.h"

/* qdr_own_copies_add adds this rank's message to itself or, of a vector, the
 * copies from the caller's buffer to the region, *out_own, and those of the
 * part that it needs from there, *out_after. Copied to the region are only
 * bytes that a message finds there, and those that the rank wants and no
 * message changes; if `data` is zeroed, all that it has. */
void qdr_own_copies_add(qdr_copies *copies, const qdr_locator *locator,
                        const qdr_touched_bytes *touched,
                        const qdr_own_data *data, qdr_copy_range *out_own,
                        qdr_copy_range *out_after);

#endif
