/* kernels/alltoallv/two_stage/two_stage_message.c -- see two_stage_message.h.
 *
 * Source:  the messages and headers of [ranka1995, Sec. 6.1-6.3, Fig. 6]; the
 *          algorithm is in alltoallv_two_stage.c.
 * Idea:    before its elements a message has the length of each part: for every
 *          peer, or, short, for nonempty parts only. The receiver finds the
 *          parts by adding the lengths up, and keeps them in lists.
 * Cost:    words of a header: 1, and dense p, short 1 + 2 for each part; where
 *          sources shuffle, 1 more in stage 1, and 1 for each peer or part in
 *          stage 2. The h1 and h2 of alltoallv_two_stage.c.
 * Needs:   lengths below 2^31, as MPI counts.
 * Example: p = 4, parts of 3 and 2 elements for 1 and 3: dense 5 0 3 0 2; short
 *          5 2 1 3 3 2.
 */
#include "kernels/alltoallv/two_stage/two_stage_message.h"

#include <stdlib.h>
#include <string.h>

enum { WORD_BYTES = (int)sizeof(int32_t), GAVE_UP = -1 };

/* The place of the parts' names, or, short, of their number. */
static int64_t base_of(const qdr_format *format)
{
    return format->slots == QDR_ONE_SLOT ? 2 : 1;
}

/* Words of a short header for each part. */
static int64_t stride_of(const qdr_format *format)
{
    return format->slots == QDR_SLOT_EACH ? 3 : 2;
}

/* The length of a header that names `num_parts`; a dense one has the same
 * length for any number. */
static int64_t header_bytes(const qdr_format *format, int64_t num_parts)
{
    int64_t num_words = format->is_short
                            ? 1 + num_parts * stride_of(format)
                            : (int64_t)format->num_procs *
                                  (format->slots == QDR_SLOT_EACH ? 2 : 1);

    return (base_of(format) + num_words) * WORD_BYTES;
}

int64_t qdr_format_bytes(const qdr_format *format)
{
    int64_t bytes = header_bytes(format, format->bound.parts) +
                    format->bound.elements * format->element_bytes;

    return (bytes + WORD_BYTES - 1) / WORD_BYTES * WORD_BYTES;
}

void qdr_header_begin(const qdr_format *format, int32_t *words, int slot)
{
    memset(words, 0, (size_t)header_bytes(format, 0));
    if (format->slots == QDR_ONE_SLOT)
        words[1] = slot;
}

bool qdr_header_add(const qdr_format *format, int32_t *words, int peer,
                    int slot, int64_t length)
{
    int32_t *named = words + base_of(format);

    if (words[0] + length > format->bound.elements ||
        (format->is_short && named[0] >= format->bound.parts))
        return false;
    words[0] += (int32_t)length;
    if (format->is_short) {
        int32_t *part = named + 1 + named[0]++ * stride_of(format);
        part[0] = peer;
        part[1] = (int32_t)length;
        if (format->slots == QDR_SLOT_EACH)
            part[2] = slot;
    } else {
        named[peer] = (int32_t)length;
        if (format->slots == QDR_SLOT_EACH)
            named[format->num_procs + peer] = slot;
    }
    return true;
}

int64_t qdr_header_end(const qdr_format *format, const int32_t *words)
{
    return header_bytes(format, format->is_short ? words[base_of(format)] : 0);
}

int64_t qdr_header_give_up(int32_t *words)
{
    words[0] = GAVE_UP;
    return WORD_BYTES;
}

/* Part i of a header; of length 0 if a dense one has no part there. */
static qdr_part named_at(const qdr_format *format, const int32_t *words, int i)
{
    const int32_t *named = words + base_of(format);
    bool each = format->slots == QDR_SLOT_EACH;
    int32_t slot = format->slots == QDR_ONE_SLOT ? words[1] : -1;

    if (!format->is_short)
        return (qdr_part){.peer = i,
                          .length = named[i],
                          .slot = each ? named[format->num_procs + i] : slot};
    named += 1 + i * stride_of(format);
    return (qdr_part){
        .peer = named[0], .length = named[1], .slot = each ? named[2] : slot};
}

/* Whether the header can be one; then its parts may be read. */
static bool is_whole(const qdr_format *format, const int32_t *words)
{
    int64_t base = base_of(format);

    return words[0] >= 0 && words[0] <= format->bound.elements &&
           (!format->is_short ||
            (words[base] >= 0 && words[base] <= format->bound.parts));
}

int qdr_message_decode(const qdr_format *format, const int32_t *words,
                       qdr_part *parts)
{
    int p = format->num_procs;
    bool has_slots = format->slots != QDR_NO_SLOT;
    int num_named, count = 0;
    int64_t num_elements = 0, end;

    if (!is_whole(format, words))
        return -1;
    end = qdr_header_end(format, words);
    num_named = format->is_short ? words[base_of(format)] : p;
    for (int i = 0; i < num_named; i++) {
        qdr_part part = named_at(format, words, i);
        if (part.length == 0 && !format->is_short)
            continue;
        if (part.length <= 0 || part.peer < 0 || part.peer >= p ||
            (has_slots && (part.slot < 0 || part.slot >= p)))
            return -1;
        part.at = end + num_elements * format->element_bytes;
        part.next = -1;
        num_elements += part.length;
        parts[count++] = part;
    }
    return num_elements == words[0] ? count : -1;
}

bool qdr_part_lists_init(qdr_part_lists *lists, int num_lists, int64_t capacity)
{
    *lists = (qdr_part_lists){.num_lists = num_lists, .capacity = capacity};
    if (capacity > INT32_MAX)
        return false;
    /* All are released by qdr_part_lists_cleanup. */
    lists->parts = malloc(((size_t)capacity + 1) * sizeof *lists->parts);
    lists->first = malloc((size_t)num_lists * sizeof *lists->first);
    lists->last = malloc((size_t)num_lists * sizeof *lists->last);
    return lists->parts != NULL && lists->first != NULL && lists->last != NULL;
}

void qdr_part_lists_cleanup(qdr_part_lists *lists)
{
    free(lists->parts);
    free(lists->first);
    free(lists->last);
    *lists = (qdr_part_lists){0};
}

void qdr_part_lists_clear(qdr_part_lists *lists)
{
    lists->count = 0;
    for (int i = 0; i < lists->num_lists; i++)
        lists->first[i] = lists->last[i] = -1;
}

bool qdr_part_lists_append(qdr_part_lists *lists, int list,
                           const qdr_part *part)
{
    int32_t at = (int32_t)lists->count;

    if (lists->count == lists->capacity)
        return false;
    lists->parts[at] = *part;
    lists->parts[at].next = -1;
    if (lists->last[list] < 0)
        lists->first[list] = at;
    else
        lists->parts[lists->last[list]].next = at;
    lists->last[list] = at;
    lists->count++;
    return true;
}
