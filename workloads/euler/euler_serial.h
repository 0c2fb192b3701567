/* workloads/euler/euler_serial.h -- a flow on one rank alone.
 */
#ifndef QUADRILLE_WORKLOADS_EULER_EULER_SERIAL_H
#define QUADRILLE_WORKLOADS_EULER_EULER_SERIAL_H

#include "workloads/euler/euler_flow.h"

/* qdr_euler_flow_alone makes all of the flow in a mesh, to run and release like
 * any other flow. */
qdr_status qdr_euler_flow_alone(qdr_euler_flow *flow, const qdr_mesh *mesh,
                                qdr_euler_rules rules, qdr_error *error);

/* qdr_euler_solve runs a flow and sets the pressure coefficient of every point
 * of the mesh, (p - p_free) / (rho_free v_free^2 / 2): about 1.2 where
 * transonic air comes to rest, below 0 in suction. If the run fails, it fails
 * likewise and does not change the coefficients. */
qdr_status qdr_euler_solve(const qdr_mesh *mesh, qdr_euler_rules rules,
                           double *pressure_coefficients, qdr_error *error);

#endif
