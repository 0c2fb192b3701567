/* workloads/euler/euler_flux.h -- the flow through a face.
 *
 * A state is 5 numbers per unit of volume: density, momentum in x y z, and
 * total energy, of a perfect gas whose ratio of specific heats is 1.4. Lengths
 * are the mesh's; speeds are relative to the speed of sound in the free stream,
 * densities to its density.
 */
#ifndef QUADRILLE_WORKLOADS_EULER_EULER_FLUX_H
#define QUADRILLE_WORKLOADS_EULER_EULER_FLUX_H

enum { QDR_EULER_WIDTH = 5 };
#define QDR_EULER_GAMMA 1.4

/* qdr_euler_free_stream sets a state of density 1 and speed of sound 1, which
 * flows at `mach` in the plane of x and z, `alpha` degrees up from x. */
void qdr_euler_free_stream(double mach, double alpha, double *state);

/* qdr_euler_pressure returns the pressure of a state. */
double qdr_euler_pressure(const double *state);

/* qdr_euler_flux sets flux[5] to the flow from one state to another through a
 * face whose area vector points there, and returns the speed of the fastest
 * wave times the area. */
double qdr_euler_flux(const double *from, const double *to, const double *area,
                      double *flux);

/* qdr_euler_slip is the same for a wall, where only pressure acts. */
double qdr_euler_slip(const double *state, const double *area, double *flux);

#endif
