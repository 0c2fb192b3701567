/* harness/netmap/start_beat.h -- a rank of `netmap` prints once a second that
 * it has started, while MPI_Init waits for all others: one that falls silent is
 * cut off. */
#ifndef QUADRILLE_HARNESS_NETMAP_START_BEAT_H
#define QUADRILLE_HARNESS_NETMAP_START_BEAT_H

/* qdr_start_beat_begin prints the line `netmap started` with this rank and
 * `name`, which must outlive it, now and then once a second, unless the
 * launcher does not say which rank this is. */
void qdr_start_beat_begin(const char *name);

/* qdr_start_beat_end ends it. */
void qdr_start_beat_end(void);

#endif
