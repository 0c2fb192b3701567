/* kernels/plan/state/struct_size.h -- structs of programs that were compiled
 * with an earlier header. Members are only added at the end, so the first
 * `size` bytes of a struct mean the same in every version. */
#ifndef QUADRILLE_KERNELS_PLAN_STATE_STRUCT_SIZE_H
#define QUADRILLE_KERNELS_PLAN_STATE_STRUCT_SIZE_H

#include <stddef.h>

#include "kernels/core/base/status.h"
#include "kernels/quadrille.h"

/* qdr_struct_check refuses a `size` below that of the struct's first version,
 * or beyond what the library knows; `name` is the struct's. */
qdr_status qdr_struct_check(const char *name, size_t size, size_t first,
                            size_t known, qdr_error *error);

/* The sizes of the first versions. */
#define QDR_SIZE_TO(type, member)                                              \
    (offsetof(type, member) + sizeof(((type *)0)->member))
#define QDR_FIRST_OPTIONS   QDR_SIZE_TO(qdr_plan_options, nodes)
#define QDR_FIRST_MESSAGES  QDR_SIZE_TO(qdr_messages, receive_types)
#define QDR_FIRST_PLAN_INFO QDR_SIZE_TO(qdr_plan_info, reserved)
#define QDR_FIRST_ALGORITHM QDR_SIZE_TO(qdr_algorithm_info, parameters)

/* qdr_options_check refuses options of a wrong size; NULL is legal. */
qdr_status qdr_options_check(const qdr_plan_options *given, qdr_error *error);

/* qdr_options_of returns them with 0 for what the caller does not know; all 0
 * for NULL, and for a wrong size, which qdr_options_check refuses. */
qdr_plan_options qdr_options_of(const qdr_plan_options *given);

#endif
