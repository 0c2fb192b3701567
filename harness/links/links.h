/* harness/links/links.h -- the links of a cluster whose nodes share one machine
 * (harness/slurm/cluster.sh): how many nodes there are, and the rate and queue
 * of each link between them. A links file is what the network is; a network
 * file is what it costs. configs/links/base.yaml explains the keys. No MPI.
 */
#ifndef QUADRILLE_HARNESS_LINKS_LINKS_H
#define QUADRILLE_HARNESS_LINKS_LINKS_H

#include "harness/files/yaml_tree.h"
#include "kernels/core/base/status.h"

enum { QDR_LINKS_MAX_NODES = 16, QDR_LINKS_MAX_RANKS = 16 };

/* How TCP reacts to loss, as Linux calls it. */
typedef enum qdr_congestion {
    QDR_CONGESTION_RENO, /* the default: every Linux has it */
    QDR_CONGESTION_CUBIC,
    QDR_CONGESTION_BBR,
    QDR_NUM_CONGESTIONS
} qdr_congestion;

/* qdr_congestion_string returns its word: "reno". */
const char *qdr_congestion_string(qdr_congestion congestion);

/* A slow link, or pair. */
typedef struct qdr_slow_link {
    int from, to; /* nodes from 1; 0: all others */
    double rate_mbit_s;
} qdr_slow_link;

/* The nodes form groups, and a link, the trunk, connects each group to the
 * others. */
typedef struct qdr_trunk {
    int groups; /* of consecutive nodes */
    double rate_mbit_s;
} qdr_trunk;

/* A rate at which the network limits an exchange among so many ranks, and not
 * the processor, as `cluster check` found on a machine. */
typedef struct qdr_passed_rate {
    char *processor;
    int cores, ranks;
    double rate_mbit_s;
} qdr_passed_rate;

/* A links file. Rates are those of a direction. */
typedef struct qdr_links {
    qdr_yaml *file;
    char *title;
    int nodes, ranks_per_node;
    double rate_mbit_s;     /* of a node's link; 0: what the processor can do */
    int queue_bytes;        /* before each link; what does not fit is dropped */
    int congestion_control; /* how TCP reacts to loss: a qdr_congestion */
    qdr_trunk *trunk;       /* NULL: none */
    qdr_slow_link *slow;
    unsigned num_slow;
    qdr_passed_rate *passed;
    unsigned num_passed;
} qdr_links;

/* qdr_links_load reads the file at `path`, edited (or NULL), into new links.
 * Bad input fails with `path:line: what; accepted: ...`. Release with
 * qdr_links_free, which accepts NULL. */
qdr_status qdr_links_load(const char *path, const qdr_yaml_edits *edits,
                          qdr_links **out_links, qdr_error *error);
void qdr_links_free(qdr_links *links);

/* qdr_links_rate returns the rate from node `from` to the switch, if `to` is 0;
 * from the switch to node `to`, if `from` is 0; or of the pair. */
double qdr_links_rate(const qdr_links *links, int from, int to);

/* qdr_links_group returns the group of a node, both from 1; 0: there is no
 * trunk. */
int qdr_links_group(const qdr_links *links, int node);

/* qdr_links_check fails with QDR_ERROR_CHECK unless `cluster check` passed on
 * this processor a rate that is not lower, with `ranks` or more. Without a rate
 * nothing is checked. */
qdr_status qdr_links_check(const qdr_links *links, const char *processor,
                           int cores, int ranks, qdr_error *error);

#endif
