/* harness/results/definition_compare.c -- whether a file is that of a
 * definition, and whether two definitions differ; see definition.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/experiment/factors.h"
#include "harness/files/digest.h"
#include "harness/files/open_nofollow.h"
#include "harness/results/definition.h"

static const json_t *file_in(const json_t *definition, const char *name)
{
    return json_object_get(json_object_get(definition, "files"), name);
}

static const char *digest_in(const json_t *definition, const char *name)
{
    return json_string_value(
        json_object_get(file_in(definition, name), "sha256"));
}

static const char *text_in(const json_t *definition, const char *name)
{
    return json_string_value(
        json_object_get(file_in(definition, name), "text"));
}

/* Whether both have the same file. Earlier formats have the digest of a whole
 * text, of which not all counts. */
static bool is_same(const json_t *a, const json_t *b, const char *name)
{
    const char *digests[] = {digest_in(a, name), digest_in(b, name)};
    const char *texts[] = {text_in(a, name), text_in(b, name)};
    char *decisive[] = {NULL, NULL};
    bool is_alike;

    if (digests[0] == NULL || digests[1] == NULL)
        return false;
    if (strcmp(digests[0], digests[1]) == 0)
        return true;
    if (texts[0] == NULL || texts[1] == NULL)
        return false;
    for (int i = 0; i < 2; i++)
        decisive[i] = qdr_definition_decisive(name, texts[i]);
    is_alike = decisive[0] != NULL && decisive[1] != NULL &&
               strcmp(decisive[0], decisive[1]) == 0;
    free(decisive[0]);
    free(decisive[1]);
    return is_alike;
}

bool qdr_definition_has_file(const json_t *definition, const char *name,
                             const char *path)
{
    json_t *made = qdr_definition_start(NULL);
    char *text = qdr_plain_read(path);
    bool is_it;

    if (text_in(definition, name) == NULL)
        qdr_definition_add_file(made, name, path);
    else if (text != NULL)
        qdr_definition_add_text(made, name, text);
    free(text);
    is_it = is_same(definition, made, name);
    json_decref(made);
    return is_it;
}

const char *qdr_definition_text(const json_t *definition, const char *name)
{
    const char *text = text_in(definition, name);
    const char *stated = digest_in(definition, name), *own;
    char whole[QDR_DIGEST_LENGTH + 1];
    json_t *made = qdr_definition_start(NULL);
    bool is_it = false;

    if (text != NULL && stated != NULL) {
        qdr_definition_add_text(made, name, text);
        own = digest_in(made, name);
        /* Earlier formats have the digest of the whole text. */
        qdr_digest_bytes(text, strlen(text), whole);
        is_it = (own != NULL && strcmp(own, stated) == 0) ||
                strcmp(whole, stated) == 0;
    }
    json_decref(made);
    return is_it ? text : NULL;
}

/* The number of the first line of `text` that is `line`, but for a comment; 0:
 * none. */
static int find_line(const char *text, const char *line, size_t length)
{
    for (int number = 1; *text != '\0'; number++) {
        size_t its = strcspn(text, "\n");
        if (its >= length && strncmp(text, line, length) == 0 &&
            (its == length || text[length] == ' '))
            return number;
        text += its + (text[its] == '\n');
    }
    return 0;
}

/* The first line in which the decisive texts differ, by its number in the whole
 * text that was kept. */
static void describe_line(const char *whole, const char *kept, const char *now,
                          char *words, size_t size)
{
    size_t i = 0, begin = 0;
    int lengths[2], number;

    for (; kept[i] == now[i] && kept[i] != '\0'; i++)
        if (kept[i] == '\n')
            begin = i + 1;
    lengths[0] = (int)strcspn(kept + begin, "\n");
    lengths[1] = (int)strcspn(now + begin, "\n");
    number = find_line(whole, kept + begin, (size_t)lengths[0]);
    snprintf(words, size, " (line %d: '%.*s', now '%.*s')", number, lengths[0],
             kept + begin, lengths[1], now + begin);
}

/* Of a configuration, where both have its text; or "". */
static void describe_texts(const char *name, const json_t *kept,
                           const json_t *now, char *words, size_t size)
{
    const char *texts[] = {text_in(kept, name), text_in(now, name)};
    char *both[] = {NULL, NULL};

    words[0] = '\0';
    for (int i = 0; i < 2 && texts[0] != NULL && texts[1] != NULL; i++)
        both[i] = qdr_definition_decisive(name, texts[i]);
    if (both[0] != NULL && both[1] != NULL)
        describe_line(texts[0], both[0], both[1], words, size);
    free(both[0]);
    free(both[1]);
}

/* The first file of `a` that is not that of `b`; NULL: none. Partitions follow
 * from the other files, and may be missing. */
static const char *find_other(const json_t *a, const json_t *b)
{
    static const char partition[] = QDR_INPUTS_FOLDER "/partition-";
    const char *name;
    json_t *file;

    json_object_foreach(json_object_get(a, "files"), name, file)
    {
        bool may_lack = strncmp(name, partition, strlen(partition)) == 0;
        if (file_in(b, name) == NULL ? !may_lack : !is_same(a, b, name))
            return name;
    }
    return NULL;
}

qdr_status qdr_definition_compare_programs(const json_t *kept,
                                           const char *programs,
                                           qdr_error *difference)
{
    const char *then = json_string_value(json_object_get(kept, "programs"));
    const char *line = programs, *name;

    if (then == NULL || programs == NULL || strcmp(then, programs) == 0)
        return QDR_OK;
    /* The first line that is not there. */
    while (*line != '\0' && strncmp(then, line, strcspn(line, "\n")) == 0) {
        then += strcspn(then, "\n") + (then[strcspn(then, "\n")] == '\n');
        line += strcspn(line, "\n") + (line[strcspn(line, "\n")] == '\n');
    }
    name = line + strcspn(line, " \n");
    name += strspn(name, " ");
    return qdr_fail(difference, QDR_ERROR_CHECK, "another program (%.*s)",
                    (int)strcspn(name, "\n") % 100, name);
}

qdr_status qdr_definition_compare(const json_t *kept, const json_t *now,
                                  qdr_error *difference)
{
    const char *programs = json_string_value(json_object_get(now, "programs"));
    const char *name = find_other(now, kept), *how = "another";
    char words[160];

    if (qdr_definition_compare_programs(kept, programs, difference) != QDR_OK)
        return QDR_ERROR_CHECK;
    if (name == NULL)
        name = find_other(kept, now);
    if (name == NULL)
        return QDR_OK;
    if (strcmp(name, QDR_NETWORK_COPY) == 0 &&
        (file_in(kept, name) == NULL || file_in(now, name) == NULL))
        return qdr_fail(difference, QDR_ERROR_CHECK, "%s",
                        file_in(now, name) == NULL
                            ? "a network file, and now QUADRILLE_NETWORK names "
                              "none"
                            : "no network file, and now QUADRILLE_NETWORK "
                              "names one");
    if (file_in(kept, name) == NULL)
        how = "no";
    else if (file_in(now, name) == NULL)
        how = "a file";
    describe_texts(name, kept, now, words, sizeof words);
    return qdr_fail(difference, QDR_ERROR_CHECK, "%s %.200s%s", how, name,
                    words);
}

qdr_status qdr_definition_check_files(const char *folder,
                                      const qdr_experiment *experiment,
                                      qdr_error *error)
{
    json_t *kept = qdr_definition_load(folder, folder, NULL);
    json_t *now = qdr_definition_of_files(folder, experiment, NULL);
    const char *name;

    /* Of earlier versions it has the digests of whole texts. */
    if (kept == NULL || text_in(kept, "experiment.yaml") == NULL) {
        name = NULL;
    } else {
        name = find_other(now, kept);
        if (name == NULL)
            name = find_other(kept, now);
    }
    json_decref(kept);
    json_decref(now);
    return name == NULL
               ? QDR_OK
               : qdr_fail(error, QDR_ERROR_INPUT,
                          "%.300s/%.200s: it is not the file that launches "
                          "have read; `sweep run` or `sweep submit` puts the "
                          "right one in its place, or --restart measures again",
                          folder, name);
}
