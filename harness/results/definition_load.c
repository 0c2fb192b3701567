/* harness/results/definition_load.c -- the definition that a folder has; see
 * definition.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/experiment/factors.h"
#include "harness/files/digest.h"
#include "harness/files/open_nofollow.h"
#include "harness/results/attempts.h"
#include "harness/results/definition.h"
#include "harness/results/launch_record.h"

enum { PATH_LENGTH = 4096 };

/* Formats 4 to 6 have it in their provenance. */
static json_t *of_provenance(const json_t *provenance)
{
    const char *name;
    json_t *made, *file;
    char path[512];

    if (provenance == NULL)
        return NULL;
    made = qdr_definition_start(
        json_string_value(json_object_get(provenance, "program_sha256")));
    json_object_foreach(json_object_get(provenance, "configuration"), name,
                        file)
        json_object_set(json_object_get(made, "files"), name, file);
    json_object_foreach(json_object_get(provenance, "partitions"), name, file)
    {
        snprintf(path, sizeof path, QDR_INPUTS_FOLDER "/%.400s", name);
        qdr_definition_add(made, path, json_string_value(file), NULL);
    }
    return qdr_definition_seal(made);
}

json_t *qdr_definition_of_launch(const json_t *document)
{
    json_t *stated = json_object_get(document, "definition");

    return stated != NULL
               ? json_incref(stated)
               : of_provenance(json_object_get(document, "provenance"));
}

static char *read_of(const char *folder, const char *name)
{
    char path[PATH_LENGTH];

    snprintf(path, sizeof path, "%.3000s/%s", folder, name);
    return qdr_plain_read(path);
}

/* A file by its digest, with its text if it is still there. */
static void add_earlier(json_t *definition, const char *folder,
                        const char *name, const char *digest)
{
    char found[QDR_DIGEST_LENGTH + 1];
    char *text = strchr(name, '/') == NULL ? read_of(folder, name) : NULL;

    if (text != NULL && (!qdr_digest_bytes(text, strlen(text), found) ||
                         strcmp(found, digest) != 0)) {
        free(text);
        text = NULL;
    }
    qdr_definition_add(definition, name, digest, text);
    free(text);
}

/* Folders of earlier versions have program.sha256 and inputs.sha256. */
static json_t *load_earlier(const char *folder)
{
    char *programs = read_of(folder, "program.sha256");
    char *inputs = read_of(folder, "inputs.sha256"), *rest = inputs, *line;
    json_t *made = NULL;

    if (programs != NULL && inputs != NULL) {
        made = qdr_definition_start(programs);
        while ((line = strsep(&rest, "\n")) != NULL)
            if (strlen(line) > QDR_DIGEST_LENGTH + 2) {
                line[QDR_DIGEST_LENGTH] = '\0';
                add_earlier(made, folder, line + QDR_DIGEST_LENGTH + 2, line);
            }
        qdr_definition_seal(made);
    }
    free(programs);
    free(inputs);
    return made;
}

/* What the first attempt states that is like the definition `like` or, without
 * one, read the experiment in the folder; else what the first states. */
static json_t *load_stated(const char *folder, const char *files,
                           const json_t *like)
{
    qdr_attempts attempts;
    json_t *any = NULL, *found = NULL;
    char path[PATH_LENGTH];
    qdr_error unused;

    if (qdr_attempts_list(files, &attempts) != QDR_OK)
        return NULL;
    snprintf(path, sizeof path, "%.3000s/experiment.yaml", folder);
    for (size_t i = 0; i < attempts.count && found == NULL; i++) {
        json_t *document = qdr_launch_record_document(files, &attempts.all[i]);
        json_t *stated = qdr_definition_of_launch(document);
        if (stated != NULL &&
            (like != NULL
                 ? qdr_definition_compare(stated, like, &unused) == QDR_OK
                 : qdr_definition_has_file(stated, "experiment.yaml", path)))
            found = json_incref(stated);
        else if (any == NULL && stated != NULL)
            any = json_incref(stated);
        json_decref(stated);
        json_decref(document);
    }
    qdr_attempts_cleanup(&attempts);
    if (found == NULL)
        return any;
    json_decref(any);
    return found;
}

json_t *qdr_definition_load(const char *folder, const char *attempts,
                            const json_t *like)
{
    char digest[QDR_DIGEST_LENGTH + 1];
    char *text = read_of(folder, QDR_DEFINITION_FILE);
    json_t *kept = text == NULL ? NULL : json_loads(text, 0, NULL);
    const char *stated = json_string_value(json_object_get(kept, "sha256"));
    bool is_whole = stated != NULL && qdr_definition_digest(kept, digest) &&
                    strcmp(stated, digest) == 0;

    free(text);
    if (is_whole)
        return kept;
    json_decref(kept);
    kept = load_earlier(folder);
    return kept != NULL ? kept : load_stated(folder, attempts, like);
}
