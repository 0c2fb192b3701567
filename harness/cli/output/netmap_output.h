/* harness/cli/output/netmap_output.h -- what `quadrille netmap` prints and
 * writes. */
#ifndef QUADRILLE_HARNESS_CLI_OUTPUT_NETMAP_OUTPUT_H
#define QUADRILLE_HARNESS_CLI_OUTPUT_NETMAP_OUTPUT_H

#include "harness/netmap/netmap_launch.h"

/* qdr_netmap_output_check refuses a folder that exists or cannot be made. */
qdr_status qdr_netmap_output_check(const char *folder, qdr_error *error);

/* qdr_netmap_report measures, prints what was found and writes the files to
 * the folder `output`, or none if it is NULL. QDR_ERROR_CHECK without words:
 * something is slow or does not answer. */
qdr_status qdr_netmap_report(const qdr_netmap_request *request,
                             const char *output, qdr_error *error);

#endif
