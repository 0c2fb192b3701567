/* workloads/euler/euler_serial.h -- a flow on one rank alone. */
#ifndef QUADRILLE_WORKLOADS_EULER_EULER_SERIAL_H
#define QUADRILLE_WORKLOADS_EULER_EULER_SERIAL_H

#include "workloads/euler/euler_flow.h"

/* qdr_euler_flow_alone makes all of the flow in a mesh, to run and release like
 * any other flow. */
qdr_status qdr_euler_flow_alone(qdr_euler_flow *flow, const qdr_mesh *mesh,
                                qdr_euler_rules rules, qdr_error *error);

#endif
