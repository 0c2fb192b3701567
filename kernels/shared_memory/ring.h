/* kernels/shared_memory/ring.h -- ranks that share memory exchange through
 * rings.
 *
 * Each rank has a ring, which it alone writes and the others read. Ranks
 * exchange chunks, the same number on every rank: for each one a rank writes up
 * to QDR_RING_CHUNK bytes into the next entry of its ring, or nothing, and
 * reads the entries of the ranks whose bytes it needs. Chunks have numbers that
 * only grow, so that nothing is reset between exchanges: an entry has chunk n
 * once its number is n, and its rank overwrites it once every rank has finished
 * chunk n. Up to QDR_RING_ENTRIES chunks may be in progress: a rank that only
 * writes does not wait for readers.
 *
 * A cache line has one writer, and the bytes of a short chunk are in the line
 * of its number, so that a reader waits for one line. Chunks and ring are small
 * enough to stay in a core's cache.
 */
#ifndef QUADRILLE_KERNELS_SHARED_MEMORY_RING_H
#define QUADRILLE_KERNELS_SHARED_MEMORY_RING_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "kernels/shared_memory/waiting.h"

/* Chunks of a ring; a proof of the protocol has fewer. */
#ifndef QDR_RING_ENTRIES
#define QDR_RING_ENTRIES 16
#endif

/* Lengths in bytes. */
enum {
    QDR_RING_SHORT = 56,  /* bytes beside a number */
    QDR_RING_CHUNK = 4096 /* a page */
};

/* The line of a chunk. */
typedef struct qdr_ring_entry {
    _Alignas(64) char bytes[QDR_RING_SHORT]; /* of a chunk that has no more;
                                                aligned for any operator */
    _Atomic uint64_t number;
} qdr_ring_entry;

/* In memory that the ranks share, and zeroed at first. Behind it are the chunks
 * of more than QDR_RING_SHORT bytes, if there are any. */
typedef struct qdr_ring {
    _Alignas(64) _Atomic uint64_t finished; /* the last chunk that its rank has
                                               finished */
    qdr_ring_entry entries[QDR_RING_ENTRIES];
} qdr_ring;

/* Bytes of a ring for any chunks, and of one for short chunks. */
enum {
    QDR_RING_BYTES =
        sizeof(qdr_ring) + (size_t)QDR_RING_ENTRIES * QDR_RING_CHUNK,
    QDR_SHORT_RING_BYTES = sizeof(qdr_ring)
};

/* What a rank knows of the rings of all. */
typedef struct qdr_ring_group {
    int rank, num_ranks;
    char *first;       /* the ring of rank 0 */
    int64_t stride;    /* bytes from a rank's ring to that of the next */
    uint64_t number;   /* of the last chunk that this rank finished */
    uint64_t all_have; /* every rank has finished it, and maybe more */
} qdr_ring_group;

/* qdr_ring_start continues after chunk `number`: all ranks have agreed that
 * none of them is in a chunk, or beyond this one. */
void qdr_ring_start(qdr_ring_group *group, uint64_t number);

/* qdr_ring_begin sets *out_place to where this rank writes its `bytes` of the
 * next chunk, once no rank needs what was there. qdr_ring_publish lets others
 * read them. Returns 0, or the code of `poll`. */
int qdr_ring_begin(qdr_ring_group *group, int64_t bytes,
                   const qdr_ring_waiting *waiting, char **out_place);
void qdr_ring_publish(qdr_ring_group *group);

/* qdr_ring_find waits for the next chunk of `rank`, which has so many bytes,
 * and sets *out_place to them. They stay there until qdr_ring_finish. Returns
 * 0, or the code of `poll`. */
int qdr_ring_find(const qdr_ring_group *group, int rank, int64_t bytes,
                  const qdr_ring_waiting *waiting, const char **out_place);

/* qdr_ring_finish ends the next chunk, whether this rank wrote or read any of
 * it. */
void qdr_ring_finish(qdr_ring_group *group);

#endif
