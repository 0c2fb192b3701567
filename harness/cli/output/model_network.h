/* harness/cli/output/model_network.h -- the network that `quadrille model` and
 * `quadrille schedule` count with. */
#ifndef QUADRILLE_HARNESS_CLI_OUTPUT_MODEL_NETWORK_H
#define QUADRILLE_HARNESS_CLI_OUTPUT_MODEL_NETWORK_H

#include "harness/cli/options/options.h"
#include "kernels/core/problem/problem.h"
#include "kernels/network_file/network_file.h"

/* The network that a command predicts times for. */
typedef struct qdr_model_network {
    qdr_network is;
    qdr_library_ranges library; /* of a network file; else none */
    char name[4200];            /* as in "network: of NAME" */
} qdr_model_network;

/* qdr_machine_network_read reads the network of the machine of that name, as
 * the first num_procs nodes fill it. *to must be zero. */
qdr_status qdr_machine_network_read(qdr_model_network *to, const char *name,
                                    int num_procs, qdr_error *error);

/* qdr_named_network_read reads the network of option `machine`, else of the
 * file that QUADRILLE_NETWORK names, as the first num_procs nodes fill it; else
 * *out_is_named is false. *to must be zero. */
qdr_status qdr_named_network_read(qdr_model_network *to,
                                  const qdr_options *options, int num_procs,
                                  bool *out_is_named, qdr_error *error);

/* qdr_model_network_read does so, else takes today's clusters with option
 * `topology`; with that option, it takes no file. Ranks of one node have the
 * costs inside it. */
qdr_status qdr_model_network_read(qdr_model_network *to,
                                  const qdr_options *options, int num_procs,
                                  qdr_error *error);

#endif
