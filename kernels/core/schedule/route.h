/* kernels/core/schedule/route.h -- where messages are that ranks forward.
 *
 * The distance of a message, dst - src modulo p, is a number of w digits in
 * base `radix`. In round k = 0 .. w - 1 the message goes on by its digit k
 * alone, the highest digit first: z radix^(w-1-k) ranks further, where z is the
 * digit; with 0 it stays. So all messages of a rank that pass another one are
 * for adjacent destinations [bruck1997, Sec. 3].
 */
#ifndef QUADRILLE_KERNELS_CORE_SCHEDULE_ROUTE_H
#define QUADRILLE_KERNELS_CORE_SCHEDULE_ROUTE_H

#include <stdint.h>

enum { QDR_MAX_DIGITS = 22 /* of a distance in base 2 */ };

/* Made by qdr_route_of; needs no release. */
typedef struct qdr_route {
    int num_procs;
    int radix;
    int num_rounds;
    int64_t units[QDR_MAX_DIGITS + 1]; /* [k]: radix^(num_rounds - k) */
} qdr_route;

/* qdr_route_of returns the route of a radix from 2 to max(2, num_procs). */
qdr_route qdr_route_of(int num_procs, int radix);

/* qdr_route_place returns the rank that has the message src -> dst before round
 * `round`; before num_rounds that is dst. */
int qdr_route_place(const qdr_route *route, int round, int src, int dst);

/* qdr_route_fan returns the number of ranks that a rank sends to in a round, if
 * it has a message for every rank: those z units[round + 1] further, z = 1 ..
 * fan. */
int qdr_route_fan(const qdr_route *route, int round);

/* qdr_route_count returns the number of messages of a complete exchange that a
 * rank sends on in a round. It also receives as many. */
int qdr_route_count(const qdr_route *route, int round);

/* qdr_route_span returns the number of ranks, from `rank` on, to which the
 * messages of `src` pass `rank`; src and destination count as passed. */
int qdr_route_span(const qdr_route *route, int src, int rank);

#endif
