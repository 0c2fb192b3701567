/* harness/cli/output/calibrate_outputs.h -- the files that `quadrille
 * calibrate` writes. */
#ifndef QUADRILLE_HARNESS_CLI_OUTPUT_CALIBRATE_OUTPUTS_H
#define QUADRILLE_HARNESS_CLI_OUTPUT_CALIBRATE_OUTPUTS_H

#include "harness/cli/options/options.h"
#include "harness/sweep/loading/sweep.h"

/* The files that are written; "" if one is not. */
typedef struct qdr_calibrate_outputs {
    char machine[QDR_PATH_LENGTH], network[QDR_PATH_LENGTH];
    char samples[QDR_PATH_LENGTH + 8];
    char
        library[QDR_PATH_LENGTH + 16]; /* the comparison with the MPI library */
    qdr_network_topology topology;     /* of the network file */
} qdr_calibrate_outputs;

/* qdr_calibrate_outputs_set takes the files from the options, and refuses those
 * that exist and options that do not fit the machine. */
qdr_status qdr_calibrate_outputs_set(qdr_calibrate_outputs *to,
                                     const qdr_sweep *sweep,
                                     const qdr_options *options,
                                     qdr_error *error);

/* qdr_calibrate_outputs_put copies the files from the folder to where they
 * belong, and prints their names. */
qdr_status qdr_calibrate_outputs_put(const char *folder,
                                     const qdr_calibrate_outputs *to,
                                     qdr_error *error);

#endif
