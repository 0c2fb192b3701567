/* workloads/vector/vector.h -- the parts of workloads of one vector:
 * parameters, and members of their entry. */
#ifndef QUADRILLE_WORKLOADS_VECTOR_VECTOR_H
#define QUADRILLE_WORKLOADS_VECTOR_VECTOR_H

#include "workloads/workload.h"

extern const qdr_parameter qdr_vector_parameters[]; /* bytes, root */

/* qdr_vector_check, qdr_vector_amount and qdr_vector_generate are the check,
 * the amount and the generate of such a workload. A root that is no rank fails
 * with QDR_ERROR_INPUT. */
qdr_status qdr_vector_check(const qdr_workload_input *input, qdr_error *error);
qdr_amount qdr_vector_amount(const qdr_workload_input *input);
qdr_status qdr_vector_generate(const qdr_workload_input *input,
                               qdr_traffic *traffic, qdr_error *error);

#endif
