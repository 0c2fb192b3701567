/* workloads/matrix_file/pattern_ucc.c -- traffic files of UCC's ucc_perftest.
 *
 * Source: the files (.ptini) of its file generator and the examples next to it,
 *         tools/perf/generator in openucx/ucc. Sections [collective], each with
 *         a matrix:
 *
 *             [collective]
 *             type = ALLTOALLV
 *             team_size = 2
 *             datatype = INT32
 *             counts = {
 *                 0,5
 *                 7,0
 *             }
 * Reading: as there, the counts of all lines are one list, row = sender. A
 *         count is of elements of the section's datatype, and 0 of them are no
 *         message; ucc_perftest itself takes the type from its command line.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "workloads/matrix_file/pattern_reader.h"

static const struct {
    const char *name;
    int64_t bytes;
} datatypes[] = {
    {"INT8", 1},
    {"UINT8", 1},
    {"INT16", 2},
    {"UINT16", 2},
    {"FLOAT16", 2},
    {"BFLOAT16", 2},
    {"INT32", 4},
    {"UINT32", 4},
    {"FLOAT32", 4},
    {"INT64", 8},
    {"UINT64", 8},
    {"FLOAT64", 8},
    {"INT128", 16},
    {"UINT128", 16},
    {"FLOAT128", 16},
    {"FLOAT32_COMPLEX", 8},
    {"FLOAT64_COMPLEX", 16},
    {"FLOAT128_COMPLEX", 32},
};

/* The section being read. */
typedef struct section {
    int64_t line_number; /* where it begins */
    bool is_collective, is_in_counts, has_counts;
    int64_t team_size, element_bytes; /* 0: not given */
    int64_t *counts;                  /* owned by read_ucc */
    int64_t num_counts, capacity;
    int num_procs; /* of the matrix that was wanted; 0: not yet met */
} section;

static bool is_first_line(const char *line)
{
    return *line == '[';
}

static qdr_status add_count(section *at, qdr_text *text)
{
    int64_t count;
    qdr_status status = qdr_text_integer(text, "a count", 0, INT64_MAX, &count);

    if (status == QDR_OK && at->num_counts == at->capacity) {
        int64_t capacity = at->capacity == 0 ? 64 : 2 * at->capacity;
        int64_t *grown = realloc(at->counts, (size_t)capacity * sizeof *grown);
        if (grown == NULL)
            return qdr_fail_memory(text->error, "the counts of a collective");
        at->counts = grown;
        at->capacity = capacity;
    }
    if (status == QDR_OK)
        at->counts[at->num_counts++] = count;
    return status;
}

static const char *find(const qdr_text *text, char character)
{
    return memchr(text->rest, character, (size_t)(text->line_end - text->rest));
}

/* Takes the part of the line within the braces. */
static qdr_status read_counts(qdr_text *text, section *at)
{
    const char *end = find(text, '}');
    qdr_status status = QDR_OK;

    if (end != NULL) {
        qdr_text after = *text;
        after.rest = end + 1;
        if (!qdr_text_is(&after, ""))
            return qdr_text_refuse(
                text, "'%.*s' after the counts; accepted: nothing after }",
                qdr_text_shown(&after), after.rest);
        text->line_end = end;
        at->is_in_counts = false;
    }
    text->separators = QDR_BLANKS ",";
    while (status == QDR_OK && qdr_text_has_more(text))
        status = add_count(at, text);
    text->separators = QDR_BLANKS;
    return status;
}

static qdr_status read_datatype(qdr_text *text, section *at, const char *name)
{
    for (size_t i = 0; i < sizeof datatypes / sizeof *datatypes; i++)
        if (strcmp(name, datatypes[i].name) == 0) {
            at->element_bytes = datatypes[i].bytes;
            return QDR_OK;
        }
    return qdr_text_refuse(text,
                           "the datatype is '%.40s'; accepted: those of UCC, "
                           "INT8 to FLOAT128_COMPLEX",
                           name);
}

/* Takes the name before the line's '='. */
static qdr_status take_name(qdr_text *text, char name[QDR_WORD_SIZE])
{
    const char *line_end = text->line_end, *equals = find(text, '=');

    if (equals == NULL)
        return qdr_text_refuse(text,
                               "'%.*s'; accepted: a section [collective], or "
                               "name = value",
                               qdr_text_shown(text), text->rest);
    text->line_end = equals;
    qdr_text_word(text, name);
    text->line_end = line_end;
    text->rest = equals + 1;
    return QDR_OK;
}

/* Reads `name = value` of a collective; skips keys that do not affect the
 * traffic. */
static qdr_status read_key(qdr_text *text, section *at)
{
    char name[QDR_WORD_SIZE], value[QDR_WORD_SIZE];
    qdr_status status = take_name(text, name);

    if (status != QDR_OK || !at->is_collective)
        return status;
    if (strcmp(name, "counts") == 0) {
        if (!qdr_text_has_more(text) || *text->rest != '{' || at->has_counts)
            return qdr_text_refuse(
                text, "counts; accepted: counts = {, once in a collective");
        text->rest++;
        at->is_in_counts = at->has_counts = true;
        return read_counts(text, at);
    }
    if (strcmp(name, "team_size") == 0)
        return qdr_text_integer(text, "team_size", 1, QDR_MAX_PROCS,
                                &at->team_size);
    qdr_text_word(text, value);
    if (strcmp(name, "datatype") == 0)
        return read_datatype(text, at, value);
    if (strcmp(name, "type") == 0 && strcmp(value, "ALLTOALLV") != 0)
        return qdr_text_refuse(text, "the type is '%.40s'; accepted: ALLTOALLV",
                               value);
    return QDR_OK;
}

static qdr_status add_messages(qdr_reader *in, const section *at)
{
    for (int64_t i = 0; i < at->num_counts; i++) {
        int64_t bytes;
        qdr_status status = QDR_OK;
        if (__builtin_mul_overflow(at->counts[i], at->element_bytes, &bytes))
            return qdr_text_refuse(&in->text,
                                   "a count is %" PRId64 " elements of "
                                   "%" PRId64 " bytes; accepted: less than "
                                   "2^63 bytes",
                                   at->counts[i], at->element_bytes);
        if (bytes > 0)
            status =
                qdr_reader_add(in, i / at->team_size, i % at->team_size, bytes);
        if (status != QDR_OK)
            return status;
    }
    return QDR_OK;
}

/* Judges a section that has ended, and takes its matrix if it is wanted. */
static qdr_status end_section(qdr_reader *in, section *at)
{
    qdr_text begin = in->text; /* where a refusal points */

    if (at->is_in_counts)
        return qdr_text_refuse(&in->text,
                               "the file ends in the counts; accepted: }");
    if (!at->is_collective)
        return QDR_OK;
    begin.line_number = at->line_number;
    if (!at->has_counts || at->team_size == 0 || at->element_bytes == 0)
        return qdr_text_refuse(&begin,
                               "a collective without %s; accepted: one with "
                               "team_size, datatype and counts",
                               !at->has_counts      ? "counts"
                               : at->team_size == 0 ? "team_size"
                                                    : "datatype");
    if (at->num_counts != at->team_size * at->team_size)
        return qdr_text_refuse(&begin,
                               "a collective of %" PRId64
                               " counts; accepted: %" PRId64 " x %" PRId64
                               ", as team_size says",
                               at->num_counts, at->team_size, at->team_size);
    in->num_matrices++;
    if (in->num_matrices != in->matrix)
        return QDR_OK;
    at->num_procs = (int)at->team_size;
    return add_messages(in, at);
}

/* Begins the section that the line names. */
static qdr_status begin_section(const qdr_text *text, section *at)
{
    const char *end = find(text, ']');

    if (end == NULL)
        return qdr_text_refuse(text, "'%.*s'; accepted: [section]",
                               qdr_text_shown(text), text->rest);
    *at =
        (section){.line_number = text->line_number,
                  .is_collective = strncmp(text->rest, "[collective]",
                                           (size_t)(end + 1 - text->rest)) == 0,
                  .counts = at->counts,
                  .capacity = at->capacity,
                  .num_procs = at->num_procs};
    return QDR_OK;
}

static qdr_status read_ucc(qdr_reader *in, int *num_procs)
{
    qdr_text *text = &in->text;
    section at = {0};
    qdr_status status = QDR_OK;

    do {
        if (at.is_in_counts) {
            status = read_counts(text, &at);
        } else if (*text->rest == '[') {
            status = end_section(in, &at);
            if (status == QDR_OK)
                status = begin_section(text, &at);
        } else {
            status = read_key(text, &at);
        }
    } while (status == QDR_OK && qdr_text_next_line(text, ";#"));
    if (status == QDR_OK)
        status = end_section(in, &at);
    if (status == QDR_OK && in->num_matrices == 0)
        status = qdr_text_refuse(text, "no collective; accepted: sections "
                                       "[collective] of type ALLTOALLV");
    *num_procs = at.num_procs;
    free(at.counts);
    return status;
}

extern const qdr_pattern_format qdr_pattern_format_ucc;
const qdr_pattern_format qdr_pattern_format_ucc = {
    .name = "ucc", .is_first_line = is_first_line, .read = read_ucc};
