/* kernels/core/network/memory_groups.h -- groups of the ranks of a node, for
 * collectives in stages through memory.
 *
 * A rank that reads what many others wrote waits for each of them, and memory
 * of another NUMA domain is slower. So the ranks of a large node exchange in
 * groups, each within one domain, and one rank of each group with the others.
 */
#ifndef QUADRILLE_KERNELS_CORE_NETWORK_MEMORY_GROUPS_H
#define QUADRILLE_KERNELS_CORE_NETWORK_MEMORY_GROUPS_H

/* Ranks of a group, at most; a node of no more is not divided. */
enum { QDR_GROUP_RANKS = 8 };

/* qdr_memory_groups writes the group of each of num_procs > QDR_GROUP_RANKS
 * ranks, the lowest rank in it, to out_groups. Ranks with the same number in
 * `domains` share a domain, which is divided evenly. Domains do not count, and
 * are set to 0, where groups would have fewer than two ranks on average. */
void qdr_memory_groups(int num_procs, int *domains, int *out_groups);

#endif
