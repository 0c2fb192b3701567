/* harness/netmap/transfer.h -- timed messages between two ranks. */
#ifndef QUADRILLE_HARNESS_NETMAP_TRANSFER_H
#define QUADRILLE_HARNESS_NETMAP_TRANSFER_H

#include <stdbool.h>

enum { QDR_MAX_SENDS = 25, QDR_ACKNOWLEDGEMENT_BYTES = 8 };

/* Messages of equal length to a peer, or from it, or both at the same time.
 * Each is acknowledged, so that one clock times it; the next one follows. The
 * sender decides which one is the last. */
typedef struct qdr_netmap_transfer {
    int peer;          /* its rank */
    int bytes;         /* 8 or more */
    int max_sends;     /* 0: this rank does not send; <= QDR_MAX_SENDS */
    bool receives;     /* until the last one */
    double enough_s;   /* no message is sent after that time */
    double limit_s;    /* the transfer fails after that time */
    char *from, *into; /* [bytes] */
    double times_s[QDR_MAX_SENDS]; /* until the acknowledgement is there */
    int num_sent;
} qdr_netmap_transfer;

/* qdr_transfer_run returns whether all messages were received and acknowledged
 * in time. After a failure MPI may still own the buffers. */
bool qdr_transfer_run(qdr_netmap_transfer *transfer);

#endif
