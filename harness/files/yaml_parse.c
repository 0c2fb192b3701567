/* harness/files/yaml_parse.c -- a document from libyaml's events; see
 * yaml_tree.h. */
#define _GNU_SOURCE /* of asprintf */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/files/yaml_tree.h"

/* Files have four levels; the limit ends the recursion. */
enum { MAX_LEVELS = 64 };

typedef struct reader {
    qdr_yaml *file;
    int option; /* the place of all, or 0: their lines */
    yaml_parser_t parser;
    yaml_event_t event; /* at hand; owned */
    int level;
    qdr_error *error;
} reader;

static qdr_status fail_memory(const reader *at)
{
    return qdr_fail_memory(at->error, "a YAML file");
}

static yaml_mark_t make_mark(const reader *at, yaml_mark_t of_text)
{
    return (yaml_mark_t){(size_t)at->option, of_text.line, 0};
}

static qdr_yaml_place place(const reader *at)
{
    return qdr_yaml_place_at(at->file, make_mark(at, at->event.start_mark));
}

/* Moves on to the next event. */
static qdr_status next(reader *at)
{
    const yaml_event_t *event = &at->event;

    yaml_event_delete(&at->event);
    if (!yaml_parser_parse(&at->parser, &at->event)) {
        yaml_mark_t mark = make_mark(at, at->parser.problem_mark);
        return qdr_yaml_refuse_at(at->file, qdr_yaml_place_at(at->file, mark),
                                  at->error, "%s; accepted: YAML",
                                  at->parser.problem);
    }
    if (event->type == YAML_SCALAR_EVENT &&
        strlen((const char *)event->data.scalar.value) !=
            event->data.scalar.length)
        return qdr_yaml_refuse_at(at->file, place(at), at->error,
                                  "a value with a NUL byte; accepted: text");
    if (event->type == YAML_ALIAS_EVENT)
        return qdr_yaml_refuse_at(at->file, place(at), at->error,
                                  "an alias; accepted: the value itself");
    return QDR_OK;
}

static qdr_status read_node(reader *at, int *out_node);

/* A key, if there are keys, and a value. */
static qdr_status read_entry(reader *at, int node, bool has_key)
{
    yaml_document_t *document = &at->file->document;
    int key, value;
    qdr_status status = QDR_OK;

    if (has_key && at->event.type != YAML_SCALAR_EVENT)
        return qdr_yaml_refuse_at(at->file, place(at), at->error,
                                  "a key is a list or a mapping; accepted: a "
                                  "word");
    if (has_key) {
        status = read_node(at, &key);
        if (status == QDR_OK)
            status = next(at);
    }
    if (status == QDR_OK)
        status = read_node(at, &value);
    if (status != QDR_OK)
        return status;
    return (has_key
                ? yaml_document_append_mapping_pair(document, node, key, value)
                : yaml_document_append_sequence_item(document, node, value))
               ? QDR_OK
               : fail_memory(at);
}

/* The entries of a list or mapping, up to the event that ends it. */
static qdr_status read_entries(reader *at, int node, yaml_event_type_t end)
{
    qdr_status status;

    if (++at->level > MAX_LEVELS)
        return qdr_yaml_refuse_at(at->file, place(at), at->error,
                                  "lists and mappings are nested too deeply; "
                                  "accepted: up to %d levels",
                                  MAX_LEVELS);
    status = next(at);
    while (status == QDR_OK && at->event.type != end) {
        status = read_entry(at, node, end == YAML_MAPPING_END_EVENT);
        if (status == QDR_OK)
            status = next(at);
    }
    if (status == QDR_OK)
        qdr_yaml_node(at->file, node)->end_mark =
            make_mark(at, at->event.start_mark);
    at->level--;
    return status;
}

/* The node that begins with the current event. */
static qdr_status read_node(reader *at, int *out_node)
{
    yaml_document_t *document = &at->file->document;
    const yaml_event_t *event = &at->event;
    yaml_event_type_t end = YAML_NO_EVENT;
    yaml_node_t *node;

    switch (event->type) {
    case YAML_SEQUENCE_START_EVENT:
        end = YAML_SEQUENCE_END_EVENT;
        *out_node = yaml_document_add_sequence(
            document, NULL, event->data.sequence_start.style);
        break;
    case YAML_MAPPING_START_EVENT:
        end = YAML_MAPPING_END_EVENT;
        *out_node = yaml_document_add_mapping(document, NULL,
                                              event->data.mapping_start.style);
        break;
    case YAML_SCALAR_EVENT:
        *out_node = yaml_document_add_scalar(
            document, NULL, event->data.scalar.value,
            (int)event->data.scalar.length, event->data.scalar.style);
        break;
    default: /* the end of an empty file */
        *out_node = yaml_document_add_scalar(
            document, NULL, (const yaml_char_t *)"", 0, YAML_ANY_SCALAR_STYLE);
    }
    if (*out_node == 0)
        return fail_memory(at);
    node = qdr_yaml_node(at->file, *out_node);
    node->start_mark = node->end_mark = make_mark(at, event->start_mark);
    return end == YAML_NO_EVENT ? QDR_OK : read_entries(at, *out_node, end);
}

/* The only document of a text. */
static qdr_status read_document(reader *at, const char *text, size_t length,
                                int *out_node)
{
    qdr_status status;

    if (!yaml_parser_initialize(&at->parser))
        return fail_memory(at);
    yaml_parser_set_input_string(&at->parser, (const unsigned char *)text,
                                 length);
    status = next(at);
    /* A copy of the file is text without zero bytes. */
    if (status == QDR_OK &&
        at->event.data.stream_start.encoding != YAML_UTF8_ENCODING)
        status = qdr_yaml_refuse_at(at->file, place(at), at->error,
                                    "text of UTF-16; accepted: UTF-8");
    while (status == QDR_OK && (at->event.type == YAML_STREAM_START_EVENT ||
                                at->event.type == YAML_DOCUMENT_START_EVENT))
        status = next(at);
    if (status == QDR_OK)
        status = read_node(at, out_node);
    for (int i = 0;
         status == QDR_OK && i < 2 && at->event.type != YAML_STREAM_END_EVENT;
         i++)
        status = next(at); /* the document's end, and the file's */
    if (status == QDR_OK && at->event.type != YAML_STREAM_END_EVENT)
        status = qdr_yaml_refuse_at(at->file, place(at), at->error,
                                    "a second document; accepted: one");
    yaml_event_delete(&at->event);
    yaml_parser_delete(&at->parser);
    return status;
}

/* All bytes of a file, and a NUL; NULL: see errno. */
static char *read_bytes(const char *path, size_t *out_length)
{
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    size_t length = 0, count = 1;

    while (file != NULL && count > 0) {
        enum { BLOCK = 65536 };
        char *grown = realloc(text, length + BLOCK + 1);
        count = grown == NULL ? 0 : fread(grown + length, 1, BLOCK, file);
        if (grown != NULL)
            text = grown;
        length += count;
        if (grown == NULL || ferror(file)) {
            free(text);
            text = NULL;
            break;
        }
        text[length] = '\0';
    }
    if (file != NULL)
        fclose(file);
    *out_length = length;
    return text;
}

/* Takes over `text`; NULL: its file cannot be read, see errno. */
static qdr_status parse(const char *path, char *text, size_t length,
                        qdr_yaml **out_file, qdr_error *error)
{
    qdr_yaml *made = calloc(1, sizeof *made);
    reader at = {.file = made, .error = error};
    qdr_status status;
    int root;

    if (made == NULL || (made->path = strdup(path)) == NULL ||
        !yaml_document_initialize(&made->document, NULL, NULL, NULL, 1, 1)) {
        free(made == NULL ? NULL : made->path);
        free(made);
        free(text);
        return qdr_fail_memory(error, "a YAML file");
    }
    made->text = text;
    status = text == NULL ? qdr_fail(error, QDR_ERROR_INPUT, "%s: %s", path,
                                     strerror(errno))
                          : read_document(&at, text, length, &root);
    if (status == QDR_OK)
        *out_file = made;
    else
        qdr_yaml_close(made);
    return status;
}

qdr_status qdr_yaml_read(const char *path, qdr_yaml **out_file,
                         qdr_error *error)
{
    size_t length = 0;
    char *text = read_bytes(path, &length);

    return parse(path, text, length, out_file, error);
}

qdr_status qdr_yaml_parse(const char *path, const char *text,
                          qdr_yaml **out_file, qdr_error *error)
{
    return parse(path, strdup(text), strlen(text), out_file, error);
}

/* The value of the only key of a mapping. */
qdr_status qdr_yaml_read_value(qdr_yaml *file, int option, int *out_node,
                               qdr_error *error)
{
    reader at = {.file = file, .option = option, .error = error};
    const char *word = file->edits.words[option - 1];
    const char *text = word + strcspn(word, "=") + 1;
    char *line = NULL;
    int root, length = asprintf(&line, "key: %s", text);
    qdr_status status;

    if (length < 0)
        return qdr_fail_memory(error, "a value");
    status = strpbrk(text, "\n\r") == NULL
                 ? read_document(&at, line, (size_t)length, &root)
                 : qdr_yaml_refuse_at(file, (qdr_yaml_place){0, word}, error,
                                      "several lines; accepted: one");
    free(line);
    if (status == QDR_OK)
        *out_node = qdr_yaml_node(file, root)->data.mapping.pairs.start->value;
    return status;
}
