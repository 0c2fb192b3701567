/* harness/files/yaml_parse.c -- libyaml's events to a tree; see yaml_tree.h. */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "harness/files/yaml_tree.h"

/* Files have four levels; the limit ends the recursion. */
enum { MAX_LEVELS = 64 };

typedef struct reader {
    const qdr_yaml *file; /* only its path is needed */
    const char *option;   /* the place of all, or NULL: their lines */
    yaml_parser_t parser;
    yaml_event_t event; /* at hand; owned */
    int level;
    qdr_error *error;
} reader;

static qdr_status fail_memory(const reader *at)
{
    return qdr_fail_memory(at->error, "a YAML file");
}

static qdr_yaml_place place(const reader *at)
{
    return (qdr_yaml_place){(unsigned)at->event.start_mark.line + 1,
                            at->option};
}

static const char *word(const reader *at)
{
    return (const char *)at->event.data.scalar.value;
}

/* Moves on to the next event. */
static qdr_status next(reader *at)
{
    qdr_yaml_place where = {0, at->option};

    yaml_event_delete(&at->event);
    if (yaml_parser_parse(&at->parser, &at->event)) {
        if (at->event.type == YAML_SCALAR_EVENT &&
            strlen(word(at)) != at->event.data.scalar.length)
            return qdr_yaml_refuse_at(at->file, place(at), at->error,
                                      "a value with a NUL byte; accepted: "
                                      "text");
        if (at->event.type == YAML_ALIAS_EVENT)
            return qdr_yaml_refuse_at(at->file, place(at), at->error,
                                      "an alias; accepted: the value itself");
        return QDR_OK;
    }
    where.line = (unsigned)at->parser.problem_mark.line + 1;
    return qdr_yaml_refuse_at(at->file, where, at->error, "%s; accepted: YAML",
                              at->parser.problem);
}

static qdr_status read_node(reader *at, qdr_yaml_node *node);

/* YAML's words for no value: the key counts as left out. */
static bool is_null(const qdr_yaml_node *node)
{
    static const char *const words[] = {"null", "Null", "NULL", "~"};
    bool is_word = false;

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        is_word |= node->kind == QDR_YAML_SCALAR &&
                   node->style == YAML_PLAIN_SCALAR_STYLE &&
                   strcmp(node->text, words[i]) == 0;
    return is_word;
}

/* The entries of a list or mapping, up to the event that ends it. */
static qdr_status read_entries(reader *at, qdr_yaml_node *node,
                               yaml_event_type_t end)
{
    qdr_status status;

    if (++at->level > MAX_LEVELS)
        return qdr_yaml_refuse_at(at->file, place(at), at->error,
                                  "lists and mappings are nested too deeply; "
                                  "accepted: up to %d levels",
                                  MAX_LEVELS);
    for (status = next(at); status == QDR_OK && at->event.type != end;
         status = next(at)) {
        bool has_key = node->kind == QDR_YAML_MAPPING;
        qdr_yaml_node *added;
        if (has_key && at->event.type != YAML_SCALAR_EVENT)
            return qdr_yaml_refuse_at(at->file, place(at), at->error,
                                      "a key is a list or a mapping; accepted: "
                                      "a word");
        added = qdr_yaml_add(node, has_key ? word(at) : NULL);
        if (added == NULL)
            return fail_memory(at);
        added->key_at = place(at);
        if (has_key)
            status = next(at);
        if (status == QDR_OK)
            status = read_node(at, added);
        if (status != QDR_OK)
            return status;
        if (has_key && is_null(added))
            added->kind = QDR_YAML_REMOVED;
    }
    node->end = place(at);
    at->level--;
    return status;
}

/* The node that begins with the current event. */
static qdr_status read_node(reader *at, qdr_yaml_node *node)
{
    node->at = node->end = place(at);
    switch (at->event.type) {
    case YAML_SEQUENCE_START_EVENT:
        node->kind = QDR_YAML_LIST;
        node->style = (int)at->event.data.sequence_start.style;
        return read_entries(at, node, YAML_SEQUENCE_END_EVENT);
    case YAML_MAPPING_START_EVENT:
        node->kind = QDR_YAML_MAPPING;
        node->style = (int)at->event.data.mapping_start.style;
        return read_entries(at, node, YAML_MAPPING_END_EVENT);
    case YAML_SCALAR_EVENT:
        node->style = (int)at->event.data.scalar.style;
        node->text = strdup(word(at));
        break;
    default: /* the end of an empty file */
        node->text = strdup("");
    }
    return node->text == NULL ? fail_memory(at) : QDR_OK;
}

/* The only document of a text. */
static qdr_status read_document(reader *at, const char *text, size_t length,
                                qdr_yaml_node *root)
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
        status = read_node(at, root);
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

    if (made == NULL || (made->path = strdup(path)) == NULL) {
        free(made);
        free(text);
        return qdr_fail_memory(error, "a YAML file");
    }
    made->text = text;
    status = text == NULL ? qdr_fail(error, QDR_ERROR_INPUT, "%s: %s", path,
                                     strerror(errno))
                          : read_document(&at, text, length, &made->root);
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

qdr_status qdr_yaml_read_value(const char *option, const char *text,
                               qdr_yaml_node *out_node, qdr_error *error)
{
    static const char key[] = "key: ";
    reader at = {.option = option, .error = error};
    size_t length = strlen(key) + strlen(text);
    char *line = malloc(length + 1);
    qdr_yaml_node root = {0};
    qdr_status status;

    if (line == NULL)
        return qdr_fail_memory(error, "a value");
    memcpy(line, key, strlen(key));
    memcpy(line + strlen(key), text, strlen(text) + 1);
    status = strpbrk(text, "\n\r") == NULL
                 ? read_document(&at, line, length, &root)
                 : qdr_yaml_refuse_at(NULL, (qdr_yaml_place){0, option}, error,
                                      "several lines; accepted: one");
    free(line);
    if (status == QDR_OK) {
        *out_node = root.nodes[0];
        free(out_node->key);
        out_node->key = NULL;
        root.count = 0;
    }
    qdr_yaml_node_cleanup(&root);
    return status;
}
