/* harness/netmap/post.h -- messages between the ranks of `netmap`, none of
 * which waits for ever.
 *
 * Nothing here is collective, nor are MPI's collectives used: a rank that does
 * not answer must not stop the others. Ranks may share cores, so that those who
 * wait yield, or sleep.
 */
#ifndef QUADRILLE_HARNESS_NETMAP_POST_H
#define QUADRILLE_HARNESS_NETMAP_POST_H

#include <mpi.h>
#include <stdbool.h>

/* The purposes of messages; nobody else uses MPI_COMM_WORLD. */
typedef enum qdr_post_tag {
    QDR_POST_HELLO = 1, /* a rank's name, to rank 0 */
    QDR_POST_NODES,     /* which ranks take part */
    QDR_POST_TASK,
    QDR_POST_REPORT,
    QDR_POST_PING, /* to find out who hears of whom */
    QDR_POST_HEARD,
    QDR_POST_DATA, /* messages that are timed, and their acknowledgements */
    QDR_POST_ACKNOWLEDGEMENT
} qdr_post_tag;

/* How a rank waits between two looks. */
typedef enum qdr_patience {
    QDR_AWAKE,  /* its time counts: yields */
    QDR_DOZING, /* sleeps for a moment */
    QDR_ASLEEP  /* has nothing to do: sleeps for long */
} qdr_patience;

/* qdr_post_wait is called between two looks at what is awaited. On rank 0 it
 * also prints, once a second, that the launch is alive. */
void qdr_post_wait(qdr_patience patience);

/* qdr_post_throw sends a copy of bytes[length] and does not wait until it is
 * sent. False: out of memory, or MPI refuses. */
bool qdr_post_throw(const void *bytes, int length, int to, qdr_post_tag tag);

/* qdr_post_finish waits until all is sent, at most so many seconds. */
void qdr_post_finish(double limit_s);

/* qdr_post_take receives a message of at most `length` bytes that is there,
 * from a rank or MPI_ANY_SOURCE; *out_from is its sender. False: there is
 * none. */
bool qdr_post_take(void *bytes, int length, int from, qdr_post_tag tag,
                   int *out_from);

#endif
