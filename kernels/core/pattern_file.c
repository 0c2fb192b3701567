/* kernels/core/pattern_file.c -- reading; see pattern_file.h. */
#include "kernels/core/pattern_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Most characters of a line: room for the widest row of the longest numbers. */
#define MAX_LINE ((size_t)QDR_MAX_PROCS * 20)

/* A file being read: the line at hand, and the messages found so far. */
typedef struct reader {
    const char *path;
    FILE *file;
    char *line; /* owned */
    size_t line_length, line_capacity;
    int line_number;       /* of `line`, from 1 */
    qdr_status failure;    /* of reading a line: what follows it is not news */
    char *rest;            /* what of `line` is not yet taken */
    qdr_message *messages; /* owned */
    int64_t num_messages, capacity;
    qdr_error *error;
} reader;

static const char *const blanks = " \t\r\n";

/* Fails with `path:line: what`, unless reading the line has failed. */
__attribute__((format(printf, 2, 3))) static qdr_status
refuse(const reader *in, const char *format, ...)
{
    char what[384];
    va_list arguments;

    if (in->failure != QDR_OK)
        return in->failure;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    return qdr_fail(in->error, QDR_ERROR_INPUT, "%s:%d: %s", in->path,
                    in->line_number, what);
}

static qdr_status add_character(reader *in, char character)
{
    if (in->line_length == in->line_capacity) {
        size_t capacity = in->line_capacity == 0 ? 256 : 2 * in->line_capacity;
        char *grown = realloc(in->line, capacity);
        if (grown == NULL)
            return qdr_fail_memory(in->error, "a line of a pattern");
        in->line = grown;
        in->line_capacity = capacity;
    }
    in->line[in->line_length++] = character;
    return QDR_OK;
}

/* Reads a line, without its end. Not by getline, which has no limit and passes
 * over zero bytes: /dev/zero would be one line. */
static qdr_status read_line(reader *in)
{
    qdr_status status = QDR_OK;
    int next;

    in->line_length = 0;
    while (status == QDR_OK && (next = getc_unlocked(in->file)) != EOF &&
           next != '\n') {
        if (next == '\0')
            return refuse(in, "a zero byte; text is accepted");
        if (in->line_length == MAX_LINE)
            return refuse(in, "accepted: lines up to %zu characters", MAX_LINE);
        status = add_character(in, (char)next);
    }
    return status == QDR_OK ? add_character(in, '\0') : status;
}

static bool is_at_end(reader *in)
{
    int next = getc_unlocked(in->file);

    if (next == EOF && ferror(in->file))
        in->failure = qdr_fail(in->error, QDR_ERROR_INPUT,
                               "%s: cannot be read as a file", in->path);
    if (next != EOF)
        ungetc(next, in->file);
    return next == EOF;
}

/* Reads the next line that holds more than blanks and, if `comment` is not 0,
 * does not begin with it. False at the end of the file, and on a failure. */
static bool next_line(reader *in, char comment)
{
    while (!is_at_end(in)) {
        in->line_number++;
        in->failure = read_line(in);
        if (in->failure != QDR_OK)
            return false;
        in->rest = in->line + strspn(in->line, blanks);
        if (*in->rest != '\0' && (comment == 0 || *in->rest != comment))
            return true;
    }
    return false;
}

/* Takes the next blank-separated token of the line, or NULL. */
static char *next_token(reader *in)
{
    return strtok_r(NULL, blanks, &in->rest);
}

static qdr_status parse_number(const reader *in, const char *token,
                               const char *what, int64_t least, int64_t most,
                               int64_t *out_number)
{
    char *end;
    long long number;

    errno = 0;
    number = strtoll(token, &end, 10);
    if (end == token || *end != '\0' || errno == ERANGE || number < least ||
        number > most)
        return refuse(in,
                      "%s is '%.40s'; accepted: whole numbers "
                      "%" PRId64 " to %" PRId64,
                      what, token, least, most);
    *out_number = number;
    return QDR_OK;
}

static qdr_status add_message(reader *in, int64_t src, int64_t dst,
                              int64_t bytes)
{
    if (in->num_messages == in->capacity) {
        int64_t capacity = in->capacity == 0 ? 64 : 2 * in->capacity;
        qdr_message *grown =
            realloc(in->messages, (size_t)capacity * sizeof *grown);
        if (grown == NULL)
            return qdr_fail_memory(in->error, "a pattern");
        in->messages = grown;
        in->capacity = capacity;
    }
    in->messages[in->num_messages++] = (qdr_message){(int)src, (int)dst, bytes};
    return QDR_OK;
}

/* Reads the row of sender `src`; *num_columns is set by row 0 and held against
 * by the others. */
static qdr_status read_row(reader *in, int src, int *num_columns)
{
    int dst = 0;
    qdr_status status = QDR_OK;

    for (char *token; status == QDR_OK && (token = next_token(in)) != NULL;
         dst++) {
        char what[32];
        int64_t bytes;
        snprintf(what, sizeof what, "entry %d", dst + 1);
        if (dst == (src == 0 ? QDR_MAX_PROCS : *num_columns))
            return refuse(in,
                          "more than %d entries in a row; a square matrix "
                          "is accepted",
                          dst);
        status = parse_number(in, token, what, 0, INT64_MAX, &bytes);
        if (status == QDR_OK && bytes > 0)
            status = add_message(in, src, dst, bytes);
    }
    if (src == 0)
        *num_columns = dst;
    if (status == QDR_OK && dst != *num_columns)
        status = refuse(in,
                        "%d entries in the row; accepted: %d, as in the "
                        "first row",
                        dst, *num_columns);
    return status;
}

static qdr_status read_matrix(reader *in, int *num_procs)
{
    int num_rows = 0;
    qdr_status status = QDR_OK;

    do {
        if (num_rows > 0 && num_rows == *num_procs)
            return refuse(in,
                          "row %d; accepted: %d rows of %d entries: a "
                          "square matrix",
                          num_rows + 1, *num_procs, *num_procs);
        status = read_row(in, num_rows++, num_procs);
    } while (status == QDR_OK && next_line(in, 0));
    if (status == QDR_OK && num_rows < *num_procs)
        status = refuse(in,
                        "the file ends after row %d; accepted: %d rows "
                        "of %d entries: a square matrix",
                        num_rows, *num_procs, *num_procs);
    return status;
}

/* Reads `count` numbers, the whole of the line, each within its bounds. */
static qdr_status read_numbers(reader *in, int count, const char *const *names,
                               const int64_t *most, int64_t *numbers)
{
    for (int i = 0; i < count; i++) {
        /* Indices count from 1; lengths and bytes, the last, from 0. */
        int64_t least = i < count - 1 ? 1 : 0;
        char *token = next_token(in);
        qdr_status status;
        if (token == NULL)
            return refuse(in, "%d numbers in the line; accepted: %d", i, count);
        status = parse_number(in, token, names[i], least, most[i], &numbers[i]);
        if (status != QDR_OK)
            return status;
    }
    if (next_token(in) != NULL)
        return refuse(in, "more than %d numbers in the line", count);
    return QDR_OK;
}

static qdr_status read_matrix_market(reader *in, int *num_procs)
{
    static const char *const banner[] = {"%%MatrixMarket", "matrix",
                                         "coordinate", "integer", "general"};
    static const char *const size_names[] = {
        "the number of rows", "the number of columns", "the number of entries"};
    static const char *const entry_names[] = {"the row", "the column",
                                              "the value"};
    const int64_t size_most[] = {QDR_MAX_PROCS, QDR_MAX_PROCS, INT64_MAX};
    int64_t size[3], entry[3];
    qdr_status status;

    for (size_t i = 0; i < sizeof banner / sizeof *banner; i++) {
        char *token = next_token(in);
        if (token == NULL || strcasecmp(token, banner[i]) != 0)
            return refuse(in,
                          "word %zu of the header is '%.40s'; accepted: "
                          "'%%%%MatrixMarket matrix coordinate integer "
                          "general'",
                          i + 1, token == NULL ? "" : token);
    }
    if (!next_line(in, '%'))
        return refuse(in, "the file ends before the line of sizes");
    status = read_numbers(in, 3, size_names, size_most, size);
    if (status != QDR_OK)
        return status;
    if (size[0] != size[1])
        return refuse(in,
                      "%" PRId64 " rows and %" PRId64
                      " columns; a square matrix is accepted",
                      size[0], size[1]);
    for (int64_t i = 0; i < size[2]; i++) {
        const int64_t entry_most[] = {size[0], size[0], INT64_MAX};
        if (!next_line(in, '%'))
            return refuse(
                in, "the file ends after %" PRId64 " of %" PRId64 " entries", i,
                size[2]);
        status = read_numbers(in, 3, entry_names, entry_most, entry);
        if (status == QDR_OK)
            status = add_message(in, entry[0] - 1, entry[1] - 1, entry[2]);
        if (status != QDR_OK)
            return status;
    }
    if (next_line(in, '%'))
        return refuse(in, "a line after the last of %" PRId64 " entries",
                      size[2]);
    *num_procs = (int)size[0];
    return QDR_OK;
}

static qdr_status read_any(reader *in, qdr_pattern *pattern)
{
    static const char mark[] = "%%MatrixMarket";
    int num_procs = 0;
    qdr_error reason = {""};
    qdr_status status;

    if (!next_line(in, 0))
        return refuse(in, "the file is empty; accepted: a square matrix");
    if (strncasecmp(in->rest, mark, sizeof mark - 1) == 0)
        status = read_matrix_market(in, &num_procs);
    else
        status = read_matrix(in, &num_procs);
    if (status == QDR_OK)
        status = in->failure;
    if (status != QDR_OK)
        return status;
    status = qdr_pattern_init(pattern, num_procs, in->messages,
                              in->num_messages, &reason);
    if (status != QDR_OK)
        return qdr_fail(in->error, status, "%s: %s", in->path, reason.text);
    return QDR_OK;
}

qdr_status qdr_pattern_read(qdr_pattern *pattern, const char *path,
                            qdr_error *error)
{
    reader in = {.path = path, .error = error};
    qdr_status status;

    in.file = fopen(path, "r");
    if (in.file == NULL)
        return qdr_fail(error, QDR_ERROR_INPUT, "%s: %s", path,
                        strerror(errno));
    status = read_any(&in, pattern);
    fclose(in.file);
    free(in.line);
    free(in.messages);
    return status;
}
