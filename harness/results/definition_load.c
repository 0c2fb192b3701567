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
    char path[PATH_LENGTH], digest[QDR_DIGEST_LENGTH + 1], *text;
    json_t *kept;
    const char *stated;
    bool is_whole;

    snprintf(path, sizeof path, "%.3000s/" QDR_DEFINITION_FILE, folder);
    text = qdr_plain_read(path);
    kept = text == NULL ? NULL : json_loads(text, 0, NULL);
    free(text);
    stated = json_string_value(json_object_get(kept, "sha256"));
    is_whole = stated != NULL && qdr_definition_digest(kept, digest) &&
               strcmp(stated, digest) == 0;
    if (is_whole)
        return kept;
    json_decref(kept);
    return load_stated(folder, attempts, like);
}
