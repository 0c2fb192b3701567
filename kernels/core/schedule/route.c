/* kernels/core/schedule/route.c -- see route.h. */
#include "kernels/core/schedule/route.h"

#include "kernels/core/base/min_max.h"

/* The ranks from src up to dst, modulo p. */
static int64_t distance_of(const qdr_route *route, int src, int dst)
{
    return dst < src ? (int64_t)dst - src + route->num_procs
                     : (int64_t)dst - src;
}

qdr_route qdr_route_of(int num_procs, int radix)
{
    qdr_route route = {.num_procs = num_procs, .radix = radix};
    int64_t unit = 1;

    for (int64_t reach = 1; reach < num_procs; reach *= radix)
        route.num_rounds++;
    for (int k = route.num_rounds; k >= 0; k--, unit *= radix)
        route.units[k] = unit;
    return route;
}

int qdr_route_place(const qdr_route *route, int round, int src, int dst)
{
    int64_t distance = distance_of(route, src, dst);
    int64_t gone = distance - distance % route->units[round];

    return (int)((src + gone) % route->num_procs);
}

int qdr_route_fan(const qdr_route *route, int round)
{
    return (int)qdr_min(route->radix - 1,
                        (route->num_procs - 1) / route->units[round + 1]);
}

int qdr_route_count(const qdr_route *route, int round)
{
    int64_t p = route->num_procs;
    int64_t period = route->units[round], unit = route->units[round + 1];
    int64_t num_zero = p / period * unit + qdr_min(p % period, unit);

    return (int)(p - num_zero);
}

int qdr_route_span(const qdr_route *route, int src, int rank)
{
    int64_t distance = distance_of(route, src, rank);
    int round = 0;

    while (distance % route->units[round] != 0)
        round++;
    return (int)qdr_min(route->units[round], route->num_procs - distance);
}
