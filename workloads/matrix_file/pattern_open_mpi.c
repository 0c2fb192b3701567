/* workloads/matrix_file/pattern_open_mpi.c -- profiles of Open MPI's
 * monitoring.
 *
 * Source: what `mpirun --mca pml_monitoring_enable 2 --mca
 *         pml_monitoring_enable_output 3 --mca pml_monitoring_filename F` of
 *         Open MPI 4.1 writes, F.0.prof and so on, one file a rank, here joined
 *         into one. Lines are "E 0 1 3000 bytes 3 msgs sent", by tabs.
 * Reading: E and I are messages of the program and of its collectives, S and R
 *         are one-sided: rank 0 has sent to 1, or (R) has got from it. They are
 *         added, a pair's messages being one. Lines C, D, O2A, A2O, A2A say
 *         once more what the collectives requested, and are skipped;
 *         that of MPI_COMM_WORLD, if there is one, tells how many ranks there
 *         are, else the highest that is named does.
 *
 * The matrices that profile2mat makes of a profile are plain ones; it halves
 * the sum of both directions, and counts collectives twice in *_all.mat.
 */
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "workloads/matrix_file/pattern_file.h"

static bool is_traffic(const char *word)
{
    return word[0] != '\0' && strchr("EISR", word[0]) != NULL &&
           word[1] == '\0';
}

static bool is_first_line(const char *line)
{
    return strncmp(line, "# POINT TO POINT", 16) == 0 ||
           (strchr("EISRCD", *line) != NULL && isblank((unsigned char)line[1]));
}

static qdr_status take_word(qdr_text *text, const char *word)
{
    char found[QDR_WORD_SIZE];

    qdr_text_word(text, found);
    if (strcmp(found, word) == 0)
        return QDR_OK;
    return qdr_text_refuse(text,
                           "'%.40s'; accepted: '%s', as in 'E 0 1 3000 "
                           "bytes 3 msgs sent'",
                           found, word);
}

/* Reads the rest of a line of traffic, and raises *num_procs to its ranks. */
static qdr_status read_traffic(qdr_reader *in, bool is_got, int *num_procs)
{
    qdr_text *text = &in->text;
    int64_t rank, peer, bytes, count;
    qdr_status status =
        qdr_text_integer(text, "the rank", 0, QDR_MAX_PROCS - 1, &rank);

    if (status == QDR_OK)
        status =
            qdr_text_integer(text, "its peer", 0, QDR_MAX_PROCS - 1, &peer);
    if (status == QDR_OK)
        status = qdr_text_integer(text, "the size", 0, INT64_MAX, &bytes);
    if (status == QDR_OK)
        status = take_word(text, "bytes");
    if (status == QDR_OK)
        status = qdr_text_integer(text, "the number of messages", 0, INT64_MAX,
                                  &count);
    if (status == QDR_OK)
        status = take_word(text, "msgs");
    if (status != QDR_OK)
        return status;
    if (*num_procs <= (rank > peer ? rank : peer))
        *num_procs = (int)(rank > peer ? rank : peer) + 1;
    if (count == 0)
        return QDR_OK;
    return is_got ? qdr_reader_add(in, peer, rank, bytes)
                  : qdr_reader_add(in, rank, peer, bytes);
}

/* Reads "MPI_COMM_WORLD procs: 0,1,2", of a line D, and raises *num_procs. */
static qdr_status read_communicator(qdr_text *text, int *num_procs)
{
    char name[QDR_WORD_SIZE];
    qdr_status status;

    qdr_text_word(text, name);
    if (strcmp(name, "MPI_COMM_WORLD") != 0)
        return QDR_OK;
    status = take_word(text, "procs:");
    text->separators = QDR_BLANKS ",";
    while (status == QDR_OK && qdr_text_has_more(text)) {
        int64_t rank;
        status = qdr_text_integer(text, "a rank", 0, QDR_MAX_PROCS - 1, &rank);
        if (status == QDR_OK && *num_procs <= rank)
            *num_procs = (int)rank + 1;
    }
    text->separators = QDR_BLANKS;
    return status;
}

static qdr_status read_profile_line(qdr_reader *in, int *num_procs)
{
    static const char *const passed_over[] = {"C", "O2A", "A2O", "A2A"};
    char word[QDR_WORD_SIZE];

    qdr_text_word(&in->text, word);
    if (is_traffic(word))
        return read_traffic(in, *word == 'R', num_procs);
    if (strcmp(word, "D") == 0)
        return read_communicator(&in->text, num_procs);
    for (size_t i = 0; i < sizeof passed_over / sizeof *passed_over; i++)
        if (strcmp(word, passed_over[i]) == 0)
            return QDR_OK;
    return qdr_text_refuse(&in->text,
                           "the line begins with '%.40s'; accepted: E, I, S, "
                           "R, C, D, O2A, A2O, A2A",
                           word);
}

/* Makes one message of all those between two ranks. The reader has bounded the
 * sum of all bytes. */
static void add_up(qdr_reader *in)
{
    int64_t count = 0;

    qdr_messages_sort(in->messages, in->num_messages);
    for (int64_t m = 0; m < in->num_messages; m++) {
        qdr_message next = in->messages[m], *last = in->messages + count;
        if (count > 0 && last[-1].src == next.src && last[-1].dst == next.dst)
            last[-1].bytes += next.bytes;
        else
            in->messages[count++] = next;
    }
    in->num_messages = count;
}

static qdr_status read_profile(qdr_reader *in, int *num_procs)
{
    qdr_status status;

    if (*in->text.rest == '#' && !qdr_text_next_line(&in->text, "#"))
        return qdr_text_refuse(&in->text,
                               "the file ends without traffic; accepted: lines "
                               "such as 'E 0 1 3000 bytes 3 msgs sent'");
    do
        status = read_profile_line(in, num_procs);
    while (status == QDR_OK && qdr_text_next_line(&in->text, "#"));
    if (status == QDR_OK)
        add_up(in);
    return status;
}

extern const qdr_pattern_format qdr_pattern_format_open_mpi;
const qdr_pattern_format qdr_pattern_format_open_mpi = {
    .name = "open_mpi", .is_first_line = is_first_line, .read = read_profile};
