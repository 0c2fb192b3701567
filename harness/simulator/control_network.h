/* harness/simulator/control_network.h -- a machine's network for what all its
 * nodes do together: barrier, sum, concatenation.
 *
 * It serves communicators of all ranks. There the ranks meet, and each takes
 * what it wants from the others' memory, which they share in a simulation; what
 * that costs the machine is time alone, by qdr_control_network. On others, and
 * on a machine that has none, SimGrid's own collectives run over the network
 * of messages. Source: the CM-5's [ponnusamy1992, Sec. 2; ranka1995, Sec. 3].
 */
#ifndef QUADRILLE_HARNESS_SIMULATOR_CONTROL_NETWORK_H
#define QUADRILLE_HARNESS_SIMULATOR_CONTROL_NETWORK_H

#include "harness/machine/machine.h"

/* qdr_control_network_open makes it ready, at this rank; NULL: the machine has
 * none. Collective over all ranks, after MPI has begun. */
void qdr_control_network_open(const qdr_control_network *costs);

#endif
