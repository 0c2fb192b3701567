/* harness/files/yaml_set.c -- options edit a tree; see yaml_tree.h. */
#include <stdlib.h>
#include <string.h>

#include "harness/files/yaml_tree.h"

static size_t key_length(const char *word)
{
    return strcspn(word, "=");
}

/* The key of one option must not be that of another, nor a part of it. */
static qdr_status refuse_twice(const qdr_yaml *file, const char *word,
                               const char *other, qdr_error *error)
{
    size_t length = key_length(other);

    if (strncmp(word, other, length) != 0 ||
        (word[length] != '=' && word[length] != '.'))
        return QDR_OK;
    return qdr_yaml_refuse_at(file, (qdr_yaml_place){0, word}, error,
                              "key '%.*s' is given twice; accepted: once",
                              (int)length, other);
}

/* A new pair at the end of a mapping, whose value is a mapping; NULL: the name
 * is no UTF-8 (or out of memory). */
static yaml_node_pair_t *add_pair(qdr_yaml *file, int mapping, const char *name)
{
    yaml_document_t *document = &file->document;
    int key =
        yaml_document_add_scalar(document, NULL, (yaml_char_t *)name,
                                 (int)strlen(name), YAML_PLAIN_SCALAR_STYLE);
    int value =
        yaml_document_add_mapping(document, NULL, YAML_ANY_MAPPING_STYLE);

    return key == 0 || value == 0 ||
                   !yaml_document_append_mapping_pair(document, mapping, key,
                                                      value)
               ? NULL
               : qdr_yaml_node(file, mapping)->data.mapping.pairs.top - 1;
}

/* The pair that an option's key leads to, made where it is not there; all that
 * is made has the option's place. */
static qdr_status find_pair(qdr_yaml *file, int option,
                            yaml_node_pair_t **out_pair, qdr_error *error)
{
    const char *word = file->edits.words[option - 1];
    const char *key = word + file->edits.skip;
    qdr_yaml_place at = {0, word};
    char name[256] = "the file";
    int mapping = 1;

    do {
        size_t length = strcspn(key, ".=");
        const yaml_node_t *node = qdr_yaml_node(file, mapping);
        yaml_node_pair_t *pair;
        if (length >= sizeof name)
            return qdr_yaml_refuse_at(
                file, at, error, "a key with %zu letters; accepted: up to %zu",
                length, sizeof name - 1);
        if (node->type != YAML_MAPPING_NODE)
            return qdr_yaml_refuse_at(file, at, error,
                                      "%s is not a mapping; accepted: keys "
                                      "with values",
                                      name);
        memcpy(name, key, length);
        name[length] = '\0';
        pair = qdr_yaml_pair(file, node, name);
        if (pair == NULL) {
            pair = add_pair(file, mapping, name);
            if (pair == NULL)
                return qdr_yaml_refuse_at(file, at, error,
                                          "key '%s'; accepted: UTF-8", name);
            for (int *made = (int[]){pair->key, pair->value, 0}; *made > 0;
                 made++)
                qdr_yaml_node(file, *made)->start_mark =
                    qdr_yaml_node(file, *made)->end_mark =
                        (yaml_mark_t){.index = (size_t)option};
        }
        mapping = pair->value;
        *out_pair = pair;
        key += length;
    } while (*key++ == '.');
    return QDR_OK;
}

static qdr_status set_value(qdr_yaml *file, int option, qdr_error *error)
{
    yaml_node_pair_t *pair;
    int value;
    qdr_status status = qdr_yaml_read_value(file, option, &value, error);

    if (status == QDR_OK)
        status = find_pair(file, option, &pair, error);
    if (status != QDR_OK)
        return status;
    pair->value = value;
    qdr_yaml_node(file, pair->key)->start_mark =
        (yaml_mark_t){.index = (size_t)option};
    return QDR_OK;
}

qdr_status qdr_yaml_set(qdr_yaml *file, const qdr_yaml_edits *edits,
                        qdr_error *error)
{
    const int count = edits == NULL ? 0 : edits->count;
    const char **words;
    qdr_status status = QDR_OK;

    if (count == 0)
        return QDR_OK;
    words = malloc((size_t)count * sizeof *words);
    if (words == NULL)
        return qdr_fail_memory(error, "options of a YAML file");
    memcpy(words, edits->words, (size_t)count * sizeof *words);
    file->edits = (qdr_yaml_edits){words, count, edits->skip};
    for (int i = 0; i < count && status == QDR_OK; i++) {
        for (int j = 0; j < count && status == QDR_OK; j++)
            if (j != i)
                status = refuse_twice(file, words[i], words[j], error);
        if (status == QDR_OK)
            status = set_value(file, i + 1, error);
    }
    return status;
}
