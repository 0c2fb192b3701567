/* harness/netmap/stream.h -- two ranks send to each other at the same time. */
#ifndef QUADRILLE_HARNESS_NETMAP_STREAM_H
#define QUADRILLE_HARNESS_NETMAP_STREAM_H

#include <stdbool.h>

enum { QDR_STREAM_WINDOW = 4 };

/* Messages of equal length in both directions, QDR_STREAM_WINDOW at a time
 * without an acknowledgement: that would wait behind the messages of its own
 * direction, as in MPI libraries it takes the same connection. */
typedef struct qdr_stream {
    int peer; /* its rank */
    int bytes;
    int count; /* in each direction; both ranks have the same */
    double limit_s;
    char *from;    /* [bytes] */
    char *into;    /* [QDR_STREAM_WINDOW * bytes] */
    double time_s; /* from the common start until all are received and sent */
} qdr_stream;

/* qdr_stream_run returns whether all came in time. After a failure MPI may
 * still own the buffers. */
bool qdr_stream_run(qdr_stream *stream);

#endif
