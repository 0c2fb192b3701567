/* harness/netmap/netmap_launch.h -- starts the program `netmap` on a machine,
 * and reads what it prints until it is done, has ended, or is silent. */
#ifndef QUADRILLE_HARNESS_NETMAP_NETMAP_LAUNCH_H
#define QUADRILLE_HARNESS_NETMAP_NETMAP_LAUNCH_H

#include "harness/netmap/netmap_record.h"
#include "harness/sweep/loading/sweep.h"

/* What is measured, and how. */
typedef struct qdr_netmap_request {
    const qdr_sweep *sweep; /* its machine alone, which is not simulated */
    qdr_process_layout layout;
    int bytes; /* of a long message */
    double limit_s;
    bool of_ranks;
} qdr_netmap_request;

/* How a launch ended. */
typedef enum qdr_netmap_end {
    QDR_NETMAP_DONE,
    QDR_NETMAP_ENDED,       /* before it was done */
    QDR_NETMAP_SILENT,      /* it said nothing for a while, and was ended */
    QDR_NETMAP_NOT_STARTED, /* not all of its ranks, in the time for it */
    QDR_NETMAP_NUM_ENDS
} qdr_netmap_end;

/* qdr_netmap_start_limit_s returns the time that a launch has to start. */
double qdr_netmap_start_limit_s(double limit_s);

/* qdr_netmap_silence_s returns the time after which a launch that says nothing
 * is ended. */
double qdr_netmap_silence_s(double limit_s);

/* qdr_netmap_launch runs it, with standard error to the file `log`, and ends
 * all of it before it returns. */
qdr_status qdr_netmap_launch(const qdr_netmap_request *request, const char *log,
                             qdr_netmap_record *record, qdr_netmap_end *out_end,
                             qdr_error *error);

#endif
