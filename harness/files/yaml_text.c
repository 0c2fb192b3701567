/* harness/files/yaml_text.c -- a tree as text again; see yaml_tree.h. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "harness/files/yaml_tree.h"

/* Each event's memory is the emitter's. */
static bool emit(yaml_emitter_t *to, yaml_event_t *event, int is_made)
{
    return is_made && yaml_emitter_emit(to, event);
}

static bool emit_scalar(yaml_emitter_t *to, char *text, int style)
{
    yaml_event_t event;

    return emit(to, &event,
                yaml_scalar_event_initialize(
                    &event, NULL, NULL, (yaml_char_t *)text, (int)strlen(text),
                    1, 1, (yaml_scalar_style_t)style));
}

static bool emit_node(yaml_emitter_t *to, const qdr_yaml_node *node)
{
    bool is_list = node->kind == QDR_YAML_LIST, is_good;
    yaml_event_t event;

    if (node->kind == QDR_YAML_SCALAR)
        return emit_scalar(to, node->text, node->style);
    is_good = emit(
        to, &event,
        is_list
            ? yaml_sequence_start_event_initialize(
                  &event, NULL, NULL, 1, (yaml_sequence_style_t)node->style)
            : yaml_mapping_start_event_initialize(
                  &event, NULL, NULL, 1, (yaml_mapping_style_t)node->style));
    for (unsigned i = 0; i < node->count && is_good; i++) {
        if (node->nodes[i].kind == QDR_YAML_REMOVED)
            continue;
        if (!is_list)
            is_good =
                emit_scalar(to, node->nodes[i].key, YAML_PLAIN_SCALAR_STYLE);
        is_good = is_good && emit_node(to, &node->nodes[i]);
    }
    return is_good && emit(to, &event,
                           is_list ? yaml_sequence_end_event_initialize(&event)
                                   : yaml_mapping_end_event_initialize(&event));
}

static int write_to(void *file, unsigned char *text, size_t length)
{
    return fwrite(text, 1, length, file) == length;
}

char *qdr_yaml_text(const qdr_yaml *file)
{
    yaml_emitter_t to;
    yaml_event_t event;
    char *text = NULL;
    size_t length;
    FILE *stream;
    bool is_good;

    if (!file->is_edited)
        return strdup(file->text);
    stream = open_memstream(&text, &length);
    is_good = stream != NULL && yaml_emitter_initialize(&to);
    if (is_good) {
        yaml_emitter_set_output(&to, write_to, stream);
        yaml_emitter_set_width(&to, -1);
        yaml_emitter_set_unicode(&to, 1);
        is_good =
            emit(&to, &event,
                 yaml_stream_start_event_initialize(&event,
                                                    YAML_UTF8_ENCODING)) &&
            emit(&to, &event,
                 yaml_document_start_event_initialize(&event, NULL, NULL, NULL,
                                                      1)) &&
            emit_node(&to, &file->root) &&
            emit(&to, &event, yaml_document_end_event_initialize(&event, 1)) &&
            emit(&to, &event, yaml_stream_end_event_initialize(&event));
        yaml_emitter_delete(&to);
    }
    if (stream != NULL && fclose(stream) != 0)
        is_good = false;
    if (!is_good) {
        free(text);
        text = NULL;
    }
    return text;
}
