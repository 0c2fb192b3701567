/* kernels/shared_memory/mailbox.h -- ranks that share memory send each other
 * short messages through mailboxes.
 *
 * Each ordered pair of ranks has a mailbox in the memory of the sender, which
 * alone writes it. Its messages have numbers 1, 2, ...; those that go another
 * way, by MPI, are counted, too. Message n goes into entry n % 2, so a mailbox
 * has room for two. The receiver publishes the number of the last message that
 * it has received, in a cache line of its own memory. The sender starts message
 * n, by either way, once the receiver has message n - 2: so an entry is free
 * when it is written, and a sender is at most two messages ahead. A message
 * also says what its sender has received: ranks that exchange messages need not
 * read each other's receipts. Numbers only grow, and nothing is reset.
 */
#ifndef QUADRILLE_KERNELS_SHARED_MEMORY_MAILBOX_H
#define QUADRILLE_KERNELS_SHARED_MEMORY_MAILBOX_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernels/shared_memory/waiting.h"

/* Lengths in bytes. */
enum {
    QDR_MAIL_LONGEST = 4096, /* a message; MPI sends these eagerly */
    QDR_MAIL_BYTES = 65536   /* memory of a rank for all its peers */
};

enum { QDR_MAIL_ENTRIES = 2 };

/* A message. The first 48 bytes are in the line of its number, so that a reader
 * of a short one waits for one line. */
typedef struct qdr_mail_entry {
    _Alignas(64) _Atomic uint64_t number;
    uint64_t length : 16;
    uint64_t received : 48; /* the receipt of the other direction */
    char bytes[];
} qdr_mail_entry;

/* The number of the last message that was received. */
typedef struct qdr_mail_receipt {
    _Alignas(64) _Atomic uint64_t number;
} qdr_mail_receipt;

/* What a rank knows of the messages to and from one peer. */
typedef struct qdr_mailbox {
    uint64_t num_sent, num_received;
    uint64_t num_taken; /* the peer has received these, and maybe more */
    qdr_mail_entry *out[QDR_MAIL_ENTRIES];
    const qdr_mail_entry *in[QDR_MAIL_ENTRIES];
    const qdr_mail_receipt *out_receipt;
    qdr_mail_receipt *in_receipt;
} qdr_mailbox;

/* qdr_mailbox_limit returns the length of the longest message, such that a
 * rank's mailboxes have QDR_MAIL_BYTES; -1 if there are too many ranks. */
int64_t qdr_mailbox_limit(int num_ranks);

/* qdr_mailbox_bytes returns the bytes of memory that a rank needs. */
int64_t qdr_mailbox_bytes(int num_ranks);

/* qdr_mailbox_init makes that of `rank` and a peer. The memory of rank r is at
 * first + r * stride, zeroed, and all ranks see it. */
void qdr_mailbox_init(qdr_mailbox *box, int rank, int peer, int num_ranks,
                      char *first, int64_t stride);

/* qdr_mailbox_begin waits until the next message to the peer may be sent.
 * Returns 0, or the code of `poll`. Then qdr_mailbox_put sends it through the
 * mailbox, of up to qdr_mailbox_limit bytes, or the caller sends it another way
 * and calls qdr_mailbox_pass. */
int qdr_mailbox_begin(qdr_mailbox *box, const qdr_ring_waiting *waiting);
void qdr_mailbox_put(qdr_mailbox *box, const char *bytes, int64_t length);
void qdr_mailbox_pass(qdr_mailbox *box);

/* qdr_mailbox_has returns whether the next message of the peer is in the
 * mailbox. */
bool qdr_mailbox_has(const qdr_mailbox *box);

/* qdr_mailbox_find waits for it, and sets *out_place to its bytes, which stay
 * there until qdr_mailbox_finish. Returns 0, or the code of `poll`. */
int qdr_mailbox_find(qdr_mailbox *box, const qdr_ring_waiting *waiting,
                     const char **out_place, int64_t *out_length);

/* qdr_mailbox_finish: this rank has received the next message of the peer,
 * whichever way it came. */
void qdr_mailbox_finish(qdr_mailbox *box);

#endif
