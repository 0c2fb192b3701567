/* harness/files/yaml_set.c -- see yaml_set.h. */
#include "harness/files/yaml_set.h"

#include <string.h>

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

/* The child of a mapping that a path names next, made if it is not there. */
static qdr_status descend(const qdr_yaml *file, const char *word,
                          const char *name, qdr_yaml_node **node,
                          qdr_error *error)
{
    qdr_yaml_node *child;

    if ((*node)->kind != QDR_YAML_MAPPING)
        return qdr_yaml_refuse_at(
            file, (qdr_yaml_place){0, word}, error,
            "%s is not a mapping; accepted: keys with values",
            (*node)->key == NULL ? "the file" : (*node)->key);
    child = qdr_yaml_child(*node, name);
    if (child == NULL) {
        child = qdr_yaml_add(*node, name);
        if (child == NULL)
            return qdr_fail_memory(error, "a YAML file");
        child->kind = QDR_YAML_MAPPING;
        child->key_at = child->at = child->end = (qdr_yaml_place){0, word};
    }
    *node = child;
    return QDR_OK;
}

/* The node at the key of an option. */
static qdr_status find_node(qdr_yaml *file, const char *word, const char *key,
                            qdr_yaml_node **out_node, qdr_error *error)
{
    char name[256];
    qdr_status status = QDR_OK;

    *out_node = &file->root;
    do {
        size_t length = strcspn(key, ".=");
        if (length >= sizeof name)
            return qdr_yaml_refuse_at(
                file, (qdr_yaml_place){0, word}, error,
                "a key with %zu letters; accepted: up to %zu", length,
                sizeof name - 1);
        memcpy(name, key, length);
        name[length] = '\0';
        status = descend(file, word, name, out_node, error);
        key += length;
    } while (status == QDR_OK && *key++ == '.');
    return status;
}

static qdr_status set_value(qdr_yaml *file, const char *word, size_t skip,
                            qdr_error *error)
{
    const char *text = word + key_length(word) + 1;
    qdr_yaml_node value = {0}, *node;
    qdr_status status = qdr_yaml_read_value(word, text, &value, error);

    if (status == QDR_OK)
        status = find_node(file, word, word + skip, &node, error);
    if (status == QDR_OK) {
        char *key = node->key;
        node->key = NULL;
        qdr_yaml_node_cleanup(node);
        *node = value;
        node->key = key;
        node->key_at = value.at;
        file->is_edited = true;
    } else {
        qdr_yaml_node_cleanup(&value);
    }
    return status;
}

qdr_status qdr_yaml_set(qdr_yaml *file, const qdr_yaml_edits *edits,
                        qdr_error *error)
{
    qdr_status status = QDR_OK;

    for (int i = 0; edits != NULL && i < edits->count && status == QDR_OK;
         i++) {
        for (int j = 0; j < edits->count && status == QDR_OK; j++)
            if (j != i)
                status =
                    refuse_twice(file, edits->words[i], edits->words[j], error);
        if (status == QDR_OK)
            status = set_value(file, edits->words[i], edits->skip, error);
    }
    return status;
}
