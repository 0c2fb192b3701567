/* kernels/network_file/network_text.c -- see network_file.h. */
#include <stdbool.h>
#include <string.h>

#include "kernels/network_file/network_file.h"
#include "kernels/network_file/network_keys.h"

/* A text while it is read. */
typedef struct reader {
    const char *name, *next, *end;
    int line_number;
    char line[QDR_NETWORK_LINE_BYTES + 1];
    int line_of[QDR_NUM_NETWORK_NUMBERS]; /* 0: not there yet */
    qdr_network network;
    qdr_library_ranges ranges;
    qdr_error *error;
} reader;

/* `what` at a line, "name:line: what". */
static qdr_status refuse(reader *from, int line, const char *what)
{
    return qdr_fail(from->error, QDR_ERROR_INPUT, "%.300s:%d: %s", from->name,
                    line, what);
}

/* Takes the next line; it is printable, and ends. */
static qdr_status take_line(reader *from)
{
    size_t room = (size_t)(from->end - from->next), length;
    const char *newline = memchr(from->next, '\n', room);
    char what[100];

    from->line_number++;
    length = newline == NULL ? room : (size_t)(newline - from->next);
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)from->next[i];
        if (byte == '\t' || (byte >= ' ' && byte < 0x7f))
            continue;
        snprintf(what, sizeof what,
                 "byte 0x%02x; accepted: printable ASCII, blanks and newlines",
                 byte);
        return refuse(from, from->line_number, what);
    }
    if (newline == NULL)
        return refuse(from, from->line_number,
                      "the file ends within a line; accepted: a whole file, "
                      "which ends with a newline");
    if (length > QDR_NETWORK_LINE_BYTES) {
        snprintf(what, sizeof what,
                 "a line of %zu characters; accepted: at most %d", length,
                 QDR_NETWORK_LINE_BYTES);
        return refuse(from, from->line_number, what);
    }
    memcpy(from->line, from->next, length);
    from->line[length] = '\0';
    from->next = newline + 1;
    return QDR_OK;
}

/* More than any line has. */
enum { MAX_WORDS = QDR_RANGE_WORDS + 1 };

/* The words of the line, which it is cut into; returns their number, at most
 * MAX_WORDS. A comment has none. */
static int split(char *line, char *words[MAX_WORDS])
{
    int count = 0;

    if (line[strspn(line, " \t")] == '#')
        return 0;
    for (char *rest = NULL, *word = strtok_r(line, " \t", &rest);
         word != NULL && count < MAX_WORDS; word = strtok_r(NULL, " \t", &rest))
        words[count++] = word;
    return count;
}

/* The first line has the format and its version. */
static qdr_status take_version(reader *from)
{
    char kept[QDR_NETWORK_LINE_BYTES + 1], *words[MAX_WORDS], what[300];
    qdr_status status = QDR_OK;
    int count;

    if (from->next == from->end)
        return refuse(from, 1, "the file is empty; accepted: a network file");
    status = take_line(from);
    if (status != QDR_OK)
        return status;
    strcpy(kept, from->line);
    count = split(from->line, words);
    if (count == 2 && strcmp(words[0], QDR_NETWORK_FORMAT) == 0 &&
        strcmp(words[1], QDR_NETWORK_VERSION) == 0)
        return QDR_OK;
    snprintf(what, sizeof what,
             "'%.60s'%s; accepted: '%s %s', the first line of a network file",
             kept,
             count == 2 && strcmp(words[0], QDR_NETWORK_FORMAT) == 0
                 ? ", another version of the format"
                 : "",
             QDR_NETWORK_FORMAT, QDR_NETWORK_VERSION);
    return refuse(from, 1, what);
}

static qdr_status take_value(reader *from)
{
    char *words[MAX_WORDS], what[600];
    int count = split(from->line, words), index = 0;
    qdr_error found = {""};
    qdr_status status;

    if (count == 0)
        return QDR_OK;
    if (strcmp(words[0], QDR_RANGE_KEY) == 0) {
        status = qdr_network_range_read(words, count, from->line_number,
                                        &from->ranges, &found);
        snprintf(what, sizeof what, QDR_RANGE_KEY ": %.500s", found.text);
        return status == QDR_OK ? QDR_OK
                                : refuse(from, from->line_number, what);
    }
    status = qdr_network_key_find(words[0], &index, &found);
    if (status != QDR_OK)
        return refuse(from, from->line_number, found.text);
    if (count != 2) {
        snprintf(what, sizeof what, "%s with %s; accepted: a key and its value",
                 words[0], count == 1 ? "no value" : "more than a value");
        return refuse(from, from->line_number, what);
    }
    if (from->line_of[index] != 0) {
        snprintf(what, sizeof what,
                 "%s again, after line %d; accepted: each key once", words[0],
                 from->line_of[index]);
        return refuse(from, from->line_number, what);
    }
    from->line_of[index] = from->line_number;
    status = qdr_network_number_read(&qdr_network_numbers[index], words[1],
                                     &from->network, &found);
    return status == QDR_OK ? QDR_OK
                            : refuse(from, from->line_number, found.text);
}

/* All keys are there; whether those of levels are is checked with the numbers.
 */
static qdr_status check_keys(reader *from)
{
    char what[200];

    for (int i = 0; i < QDR_NUM_NETWORK_NUMBERS; i++) {
        const qdr_network_number *number = &qdr_network_numbers[i];
        if (from->line_of[i] != 0 || qdr_network_number_may_lack(number) ||
            !qdr_network_number_applies(number, &from->network))
            continue;
        snprintf(what, sizeof what,
                 "the key %s is missing; accepted: a file with all keys",
                 number->name);
        return refuse(from, from->line_number, what);
    }
    return QDR_OK;
}

/* The numbers fit each other. */
static qdr_status check_numbers(reader *from)
{
    const char *name = NULL;
    qdr_error found = {""};
    int i = 0;

    if (qdr_network_check(&from->network, &name, &found) == QDR_OK)
        return QDR_OK;
    while (strcmp(qdr_network_numbers[i].name, name) != 0)
        i++;
    return refuse(from,
                  from->line_of[i] > 0 ? from->line_of[i] : from->line_number,
                  found.text);
}

qdr_status qdr_network_parse(const char *text, size_t length, const char *name,
                             qdr_network *out_network,
                             qdr_library_ranges *out_ranges, qdr_error *error)
{
    reader from = {.name = name,
                   .next = text,
                   .end = text + length,
                   .network = qdr_network_initial(),
                   .error = error};
    qdr_status status = take_version(&from);

    while (status == QDR_OK && from.next < from.end) {
        status = take_line(&from);
        if (status == QDR_OK)
            status = take_value(&from);
    }
    if (status == QDR_OK)
        status = check_keys(&from);
    if (status == QDR_OK)
        status = check_numbers(&from);
    if (status == QDR_OK)
        *out_network = from.network;
    if (status == QDR_OK && out_ranges != NULL)
        *out_ranges = from.ranges;
    return status;
}
