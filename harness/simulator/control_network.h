/* harness/simulator/control_network.h -- a machine's network for collective
 * operations of all its nodes: barrier, sum, concatenation.
 *
 * It serves communicators of all ranks. There the ranks meet, and each copies
 * its result from the others' memory, which all ranks of a simulation share.
 * The machine is charged time only, by qdr_control_network. On other
 * communicators, and on a machine without a control network, SimGrid's own
 * collectives run over the network of messages. Source: the CM-5's
 * [ponnusamy1992, Sec. 2; ranka1995, Sec. 3].
 */
#ifndef QUADRILLE_HARNESS_SIMULATOR_CONTROL_NETWORK_H
#define QUADRILLE_HARNESS_SIMULATOR_CONTROL_NETWORK_H

#include "harness/machine/machine.h"

/* qdr_control_network_open prepares it, at this rank; NULL: the machine has
 * none. Collective over all ranks, after MPI has begun. */
void qdr_control_network_open(const qdr_control_network *costs);

#endif
