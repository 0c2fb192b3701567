/* kernels/core/problem/problem_summary.h -- the summary of a problem's
 * messages, by which times are predicted. */
#ifndef QUADRILLE_KERNELS_CORE_PROBLEM_PROBLEM_SUMMARY_H
#define QUADRILLE_KERNELS_CORE_PROBLEM_PROBLEM_SUMMARY_H

#include "kernels/core/problem/problem.h"

/* qdr_traffic_summary_of sets *out_summary to the summary of a pattern, without
 * nodes. */
qdr_status qdr_traffic_summary_of(const qdr_pattern *pattern,
                                  qdr_traffic_summary *out_summary,
                                  qdr_error *error);

/* qdr_traffic_summary_complete returns the summary of a complete exchange:
 * every rank sends so many bytes in all, as many to every other rank. Ranks
 * fill the nodes of the network one after another; NULL: each is a node. */
qdr_traffic_summary qdr_traffic_summary_complete(const qdr_network *network,
                                                 int num_procs,
                                                 int64_t sent_bytes);

/* qdr_problem_summary sets *out_summary to the summary that the problem has, or
 * else to that of its pattern on its nodes. */
qdr_status qdr_problem_summary(const qdr_problem *problem,
                               qdr_traffic_summary *out_summary,
                               qdr_error *error);

#endif
