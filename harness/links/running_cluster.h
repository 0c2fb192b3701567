/* harness/links/running_cluster.h -- whether a cluster on this machine runs. */
#ifndef QUADRILLE_HARNESS_LINKS_RUNNING_CLUSTER_H
#define QUADRILLE_HARNESS_LINKS_RUNNING_CLUSTER_H

#include <stdbool.h>

/* qdr_cluster_is_running says whether the process that the cluster in `folder`
 * runs below, as its file `pid` names it, is there. */
bool qdr_cluster_is_running(const char *folder);

#endif
