/* harness/netmap/netmap_record.h -- what the program `netmap` has reported so
 * far, line by line, so that something is known when it ends at any moment.
 * Pure.
 *
 * Lines, I and J numbers of nodes from 0:
 *   netmap started R NAME     rank R is in MPI_Init; once a second
 *   netmap rank R NAME        rank 0 has heard of rank R
 *   netmap nodes N            all have answered
 *   netmap node I NAME
 *   netmap at I J             a pair is to be measured
 *   netmap alone I J US MB_S  its latency and rate
 *   netmap again I J US MB_S  the same of a suspect; the best rate counts
 *   netmap loaded I J MB_S
 *   netmap silent I           nobody hears of the node
 *   netmap dead I J           the pair did not answer
 *   netmap failed WORDS
 *   netmap alive              once a second
 *   netmap done
 */
#ifndef QUADRILLE_HARNESS_NETMAP_NETMAP_RECORD_H
#define QUADRILLE_HARNESS_NETMAP_NETMAP_RECORD_H

#include "harness/netmap/rate_table.h"
#include "harness/netmap/unanswered.h"

/* Room of a node's name. */
enum { QDR_NODE_NAME = 64 };

/* Zero-initialise; release with qdr_netmap_record_cleanup. */
typedef struct qdr_netmap_record {
    int num_ranks;
    char (*started)[QDR_NODE_NAME]; /* by rank; "": not started */
    bool *answered;                 /* by rank */
    int *beats;                     /* by rank: how many lines `started` */
    int *seen_at;                   /* by rank: max_beats at the last of them */
    int max_beats;                  /* of any rank */
    int num_nodes;                  /* 0: not known yet */
    char (*names)[QDR_NODE_NAME];   /* of the nodes */
    qdr_rate_table table;
    qdr_unanswered unanswered;
    int from, to; /* the pair that is measured; -1: none */
    bool is_done;
    qdr_error failed; /* "": not */
} qdr_netmap_record;

/* qdr_netmap_record_init makes one for so many ranks. */
qdr_status qdr_netmap_record_init(qdr_netmap_record *record, int num_ranks,
                                  qdr_error *error);

/* qdr_netmap_record_cleanup frees it and zeroes `record`; a zeroed one is
 * legal. */
void qdr_netmap_record_cleanup(qdr_netmap_record *record);

/* qdr_netmap_record_read adds a line, without its end. Other lines, as an MPI
 * library may print, are ignored. Fails if memory runs out. */
qdr_status qdr_netmap_record_read(qdr_netmap_record *record, const char *line,
                                  qdr_error *error);

/* qdr_netmap_record_lag returns for how many seconds more than usual a rank
 * that has started has been silent in MPI_Init while others were not. */
int qdr_netmap_record_lag(const qdr_netmap_record *record, int rank);

/* qdr_netmap_record_count returns how many ranks have started. */
int qdr_netmap_record_count(const qdr_netmap_record *record);

#endif
