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
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "workloads/matrix_file/pattern_reader.h"

/* Each name between blanks. */
static const struct {
    int64_t bytes;
    const char *names;
} datatypes[] = {
    {1, " INT8 UINT8 "},
    {2, " INT16 UINT16 FLOAT16 BFLOAT16 "},
    {4, " INT32 UINT32 FLOAT32 "},
    {8, " INT64 UINT64 FLOAT64 FLOAT32_COMPLEX "},
    {16, " INT128 UINT128 FLOAT128 FLOAT64_COMPLEX "},
    {32, " FLOAT128_COMPLEX "},
};

/* The section being read. */
typedef struct section {
    int64_t line_number; /* where it begins */
    bool is_collective, is_in_counts, has_counts, has_type;
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

static qdr_status read_datatype(qdr_text *text, section *at)
{
    char name[QDR_WORD_SIZE], word[QDR_WORD_SIZE + 2];
    /* The end of the text may have cut FLOAT32_COMPLEX to FLOAT32. */
    bool is_whole = qdr_text_word(text, name) && text->rest < text->end;

    snprintf(word, sizeof word, " %s ", name);
    for (size_t i = 0; i < sizeof datatypes / sizeof *datatypes; i++)
        if (is_whole && strstr(datatypes[i].names, word) != NULL)
            at->element_bytes = datatypes[i].bytes;
    if (at->element_bytes > 0)
        return qdr_text_done(text);
    return qdr_text_refuse(text,
                           "the datatype is '%.40s'; accepted: those of UCC, "
                           "INT8 to FLOAT128_COMPLEX, and a newline",
                           name);
}

static qdr_status read_team_size(qdr_text *text, section *at)
{
    qdr_status status =
        qdr_text_integer(text, "team_size", 1, QDR_MAX_PROCS, &at->team_size);

    return status == QDR_OK ? qdr_text_done(text) : status;
}

static qdr_status begin_counts(qdr_text *text, section *at)
{
    if (!qdr_text_has_more(text) || *text->rest != '{')
        return qdr_text_refuse(text, "counts; accepted: counts = {");
    text->rest++;
    at->is_in_counts = at->has_counts = true;
    return read_counts(text, at);
}

static qdr_status check_type(qdr_text *text, section *at)
{
    char word[QDR_WORD_SIZE];

    at->has_type = true;
    qdr_text_word(text, word);
    if (strcmp(word, "ALLTOALLV") != 0)
        return qdr_text_refuse(text, "the type is '%.40s'; accepted: ALLTOALLV",
                               word);
    return qdr_text_done(text);
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
    const struct {
        const char *name;
        qdr_status (*read)(qdr_text *text, section *at);
        bool is_known; /* already */
    } keys[] = {{"counts", begin_counts, at->has_counts},
                {"datatype", read_datatype, at->element_bytes != 0},
                {"team_size", read_team_size, at->team_size != 0},
                {"type", check_type, at->has_type}};
    char name[QDR_WORD_SIZE];
    qdr_status status = take_name(text, name);

    if (status != QDR_OK || !at->is_collective)
        return status;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strcmp(name, keys[i].name) == 0)
            return keys[i].is_known
                       ? qdr_text_refuse(text,
                                         "%s is given twice; accepted: once in "
                                         "a collective",
                                         name)
                       : keys[i].read(text, at);
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
    if (in->num_matrices != in->choice->matrix)
        return QDR_OK;
    at->num_procs = (int)at->team_size;
    return add_messages(in, at);
}

/* Begins the section that the line names. */
static qdr_status begin_section(qdr_text *text, section *at)
{
    const char *name = text->rest, *end = find(text, ']');

    if (end == NULL)
        return qdr_text_refuse(text, "'%.*s'; accepted: [section]",
                               qdr_text_shown(text), text->rest);
    text->rest = end + 1;
    *at = (section){.line_number = text->line_number,
                    .is_collective = strncmp(name, "[collective]",
                                             (size_t)(text->rest - name)) == 0,
                    .counts = at->counts,
                    .capacity = at->capacity,
                    .num_procs = at->num_procs};
    return qdr_text_done(text);
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
