/* kernels/shared_memory/mailbox.c -- see mailbox.h.
 *
 * A rank's memory has the receipts of its peers' messages, then the entries for
 * each peer.
 */
#include "kernels/shared_memory/mailbox.h"

#include <string.h>

enum { LINE = 64, HEAD = offsetof(qdr_mail_entry, bytes) };

_Static_assert(QDR_MAIL_LONGEST <= UINT16_MAX, "in the bits of a length");

int64_t qdr_mailbox_limit(int num_ranks)
{
    int64_t left = QDR_MAIL_BYTES / num_ranks - LINE;
    int64_t entry = left / QDR_MAIL_ENTRIES / LINE * LINE;

    if (entry < LINE)
        return -1;
    return entry - HEAD < QDR_MAIL_LONGEST ? entry - HEAD : QDR_MAIL_LONGEST;
}

/* Bytes of an entry: whole lines. */
static int64_t entry_bytes(int num_ranks)
{
    return (HEAD + qdr_mailbox_limit(num_ranks) + LINE - 1) / LINE * LINE;
}

int64_t qdr_mailbox_bytes(int num_ranks)
{
    return num_ranks * (LINE + QDR_MAIL_ENTRIES * entry_bytes(num_ranks));
}

/* In the memory of a rank: the receipt of a peer's messages, and an entry of
 * those to a peer. */
static qdr_mail_receipt *receipt_at(char *memory, int peer)
{
    return (qdr_mail_receipt *)(void *)memory + peer;
}

static qdr_mail_entry *entry_at(char *memory, int num_ranks, int peer, int i)
{
    int64_t before = (int64_t)peer * QDR_MAIL_ENTRIES + i;

    return (qdr_mail_entry *)(void *)((char *)receipt_at(memory, num_ranks) +
                                      before * entry_bytes(num_ranks));
}

void qdr_mailbox_init(qdr_mailbox *box, int rank, int peer, int num_ranks,
                      char *first, int64_t stride)
{
    char *own = first + rank * stride, *theirs = first + peer * stride;

    *box = (qdr_mailbox){.out_receipt = receipt_at(theirs, rank),
                         .in_receipt = receipt_at(own, peer)};
    for (int i = 0; i < QDR_MAIL_ENTRIES; i++) {
        box->out[i] = entry_at(own, num_ranks, peer, i);
        box->in[i] = entry_at(theirs, num_ranks, rank, i);
    }
}

int qdr_mailbox_begin(qdr_mailbox *box, const qdr_ring_waiting *waiting)
{
    uint64_t number = box->num_sent + 1;

    if (number <= box->num_taken + QDR_MAIL_ENTRIES)
        return 0;
    return qdr_wait_for(&box->out_receipt->number, number - QDR_MAIL_ENTRIES,
                        waiting, &box->num_taken);
}

void qdr_mailbox_put(qdr_mailbox *box, const char *bytes, int64_t length)
{
    uint64_t number = ++box->num_sent;
    qdr_mail_entry *entry = box->out[number % QDR_MAIL_ENTRIES];

    entry->length = (uint64_t)length & UINT16_MAX;
    entry->received = box->num_received & (UINT64_MAX >> 16);
    if (length > 0)
        memcpy(entry->bytes, bytes, (size_t)length);
    atomic_store_explicit(&entry->number, number, memory_order_release);
}

void qdr_mailbox_pass(qdr_mailbox *box)
{
    box->num_sent++;
}

bool qdr_mailbox_has(const qdr_mailbox *box)
{
    uint64_t number = box->num_received + 1;

    return atomic_load_explicit(&box->in[number % QDR_MAIL_ENTRIES]->number,
                                memory_order_acquire) == number;
}

int qdr_mailbox_find(qdr_mailbox *box, const qdr_ring_waiting *waiting,
                     const char **out_place, int64_t *out_length)
{
    uint64_t number = box->num_received + 1, last;
    const qdr_mail_entry *entry = box->in[number % QDR_MAIL_ENTRIES];
    int code = qdr_wait_for(&entry->number, number, waiting, &last);

    if (code != 0)
        return code;
    if (entry->received > box->num_taken)
        box->num_taken = entry->received;
    *out_length = (int64_t)entry->length;
    *out_place = entry->bytes;
    return 0;
}

void qdr_mailbox_finish(qdr_mailbox *box)
{
    atomic_store_explicit(&box->in_receipt->number, ++box->num_received,
                          memory_order_release);
}
