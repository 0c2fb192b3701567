/* harness/files/yaml_text.c -- a tree as text again; see yaml_tree.h. */
#include <stdlib.h>
#include <string.h>

#include "harness/files/yaml_tree.h"

static int write_to(void *file, unsigned char *text, size_t length)
{
    return fwrite(text, 1, length, file) == length;
}

/* Writes a document, and empties it. */
static bool dump(yaml_document_t *document, FILE *to)
{
    yaml_emitter_t emitter;
    bool is_good = yaml_emitter_initialize(&emitter);

    if (!is_good)
        return false;
    yaml_emitter_set_output(&emitter, write_to, to);
    yaml_emitter_set_width(&emitter, -1);
    yaml_emitter_set_unicode(&emitter, true);
    is_good = yaml_emitter_open(&emitter) &&
              yaml_emitter_dump(&emitter, document) &&
              yaml_emitter_close(&emitter);
    yaml_emitter_delete(&emitter);
    return fflush(to) == 0 && is_good;
}

static void drop_nulls(qdr_yaml *file)
{
    for (yaml_node_t *node = file->document.nodes.start;
         node < file->document.nodes.top; node++) {
        yaml_node_pair_t *kept;
        if (node->type != YAML_MAPPING_NODE)
            continue;
        kept = node->data.mapping.pairs.start;
        for (const yaml_node_pair_t *pair = kept;
             pair < node->data.mapping.pairs.top; pair++)
            if (!qdr_yaml_is_null(qdr_yaml_node(file, pair->value)))
                *kept++ = *pair;
        node->data.mapping.pairs.top = kept;
    }
}

/* A document is emptied as it is written: a second one is. */
char *qdr_yaml_text(const qdr_yaml *file)
{
    qdr_yaml *copy = NULL;
    qdr_error unused;
    char *text = NULL;
    size_t length;
    FILE *stream;
    bool is_good;

    if (file->edits.count == 0)
        return strdup(file->text);
    stream = open_memstream(&text, &length);
    is_good =
        stream != NULL &&
        qdr_yaml_parse(file->path, file->text, &copy, &unused) == QDR_OK &&
        qdr_yaml_set(copy, &file->edits, &unused) == QDR_OK;
    if (is_good) {
        drop_nulls(copy);
        is_good = dump(&copy->document, stream);
    }
    qdr_yaml_close(copy);
    if (stream != NULL && fclose(stream) != 0)
        is_good = false;
    if (!is_good) {
        free(text);
        text = NULL;
    }
    return text;
}
