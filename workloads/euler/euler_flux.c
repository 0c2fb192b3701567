/* workloads/euler/euler_flux.c -- see euler_flow.h.
 *
 * Source: HLLC [toro1994]: three waves, of which the middle one keeps what
 *         slides along a face apart; with the outer two as fast as
 *         [einfeldt1988] has them, densities and pressures stay positive in
 *         short steps.
 */
#include "workloads/euler/euler_flow.h"

#include <math.h>

/* A state, as seen by a face. */
typedef struct gas {
    double density, velocity[3], pressure, energy; /* of a unit of volume */
    double enthalpy;                               /* of a unit of mass */
    double across; /* the velocity through the face */
    double sound;  /* its speed */
} gas;

/* fmin without its handling of NaN. */
static double min(double a, double b)
{
    return a < b ? a : b;
}

void qdr_euler_free_stream(double mach, double alpha, double *state)
{
    const double pi = 3.14159265358979323846, angle = alpha * pi / 180;

    state[0] = 1;
    state[1] = mach * cos(angle);
    state[2] = 0;
    state[3] = mach * sin(angle);
    state[4] = 1 / QDR_EULER_GAMMA / (QDR_EULER_GAMMA - 1) + mach * mach / 2;
}

double qdr_euler_pressure(const double *state)
{
    double square =
        state[1] * state[1] + state[2] * state[2] + state[3] * state[3];

    return (QDR_EULER_GAMMA - 1) * (state[4] - square / state[0] / 2);
}

static gas gas_of(const double *state, const double *normal)
{
    const double one_over = 1 / state[0];
    gas g = {.density = state[0], .energy = state[4]};
    double square = 0;

    for (int i = 0; i < 3; i++) {
        g.velocity[i] = state[1 + i] * one_over;
        g.across += g.velocity[i] * normal[i];
        square += g.velocity[i] * state[1 + i];
    }
    g.pressure = (QDR_EULER_GAMMA - 1) * (g.energy - square / 2);
    g.enthalpy = (g.energy + g.pressure) * one_over;
    g.sound = sqrt(QDR_EULER_GAMMA * g.pressure * one_over);
    return g;
}

/* The outer waves: as fast as either side's or those of Roe's mean. */
static void get_speeds(const gas *l, const gas *r, double *slowest,
                       double *fastest)
{
    const double left = sqrt(l->density), right = sqrt(r->density);
    const double share = left / (left + right), rest = 1 - share;
    double across = share * l->across + rest * r->across;
    double enthalpy = share * l->enthalpy + rest * r->enthalpy;
    double sound, square = 0;

    for (int i = 0; i < 3; i++) {
        double mean = share * l->velocity[i] + rest * r->velocity[i];
        square += mean * mean;
    }
    sound = sqrt((QDR_EULER_GAMMA - 1) * (enthalpy - square / 2));
    *slowest = min(l->across - l->sound, across - sound);
    *fastest = -min(-r->across - r->sound, -across - sound);
}

/* The flux of one side's gas between its outer wave and the middle one. With
 * the gas's own velocity for `middle`, the outer one cancels, and it is the
 * flux of the gas as it is. */
static void flux_beside(const gas *g, double outer, double middle,
                        const double *normal, double area, double *flux)
{
    const double mass = g->density * (outer - g->across);
    const double pressure = g->pressure + mass * (middle - g->across);
    const double density = mass / (outer - middle);
    const double energy = ((outer - g->across) * g->energy -
                           g->pressure * g->across + pressure * middle) /
                          (outer - middle);

    flux[0] = area * density * middle;
    for (int i = 0; i < 3; i++) {
        double velocity = g->velocity[i] + (middle - g->across) * normal[i];
        flux[1 + i] =
            area * (density * velocity * middle + pressure * normal[i]);
    }
    flux[4] = area * (energy + pressure) * middle;
}

/* Sets the direction of an area and returns its size; an area of nothing gets a
 * size that divides. */
static double split(const double *area, double normal[3])
{
    const double square =
        area[0] * area[0] + area[1] * area[1] + area[2] * area[2];
    const double size = square > 0 ? sqrt(square) : 1e-300;

    for (int i = 0; i < 3; i++)
        normal[i] = area[i] / size;
    return size;
}

double qdr_euler_flux(const double *from, const double *to, const double *area,
                      double *flux)
{
    double normal[3];
    const double size = split(area, normal);
    const gas l = gas_of(from, normal), r = gas_of(to, normal);
    double slowest, fastest, left, right, middle;

    get_speeds(&l, &r, &slowest, &fastest);
    left = l.density * (slowest - l.across);
    right = r.density * (fastest - r.across);
    middle = (r.pressure - l.pressure + left * l.across - right * r.across) /
             (left - right);
    if (slowest >= 0)
        flux_beside(&l, slowest, l.across, normal, size, flux);
    else if (fastest <= 0)
        flux_beside(&r, fastest, r.across, normal, size, flux);
    else if (middle >= 0)
        flux_beside(&l, slowest, middle, normal, size, flux);
    else
        flux_beside(&r, fastest, middle, normal, size, flux);
    return -size * min(-fabs(slowest), -fabs(fastest));
}

double qdr_euler_slip(const double *state, const double *area, double *flux)
{
    double normal[3];
    const double size = split(area, normal);
    const gas g = gas_of(state, normal);

    flux[0] = 0;
    for (int i = 0; i < 3; i++)
        flux[1 + i] = g.pressure * area[i];
    flux[4] = 0;
    return size * (fabs(g.across) + g.sound);
}
