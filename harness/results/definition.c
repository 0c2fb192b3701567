/* harness/results/definition.c -- see definition.h. */
#include "harness/results/definition.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/experiment/factors.h"
#include "harness/files/digest.h"
#include "harness/files/open_nofollow.h"
#include "harness/files/yaml_tree.h"

enum { PATH_LENGTH = 4096 };

/* Settings that decide when and where launches run, or when one is ended, and
 * no time of theirs: a command may change them. */
static const char *const of_experiment[] = {"launch_cap_s=null"};
static const char *const of_links[] = {"passed=null", "title=null"};
static const char *const of_machine[] = {
    "slurm.account=null",   "slurm.array_limit=null",
    "slurm.max_tasks=null", "slurm.partition=null",
    "slurm.poll_s=null",    "slurm.qos=null",
    "slurm.silent_s=null",  "slurm.time_limit_minutes=null"};

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

static const struct {
    const char *name;
    const char *const *left_out;
    int count;
} configurations[] = {
    {"experiment.yaml", of_experiment, COUNT(of_experiment)},
    {"machine.yaml", of_machine, COUNT(of_machine)},
    {"hardware.yaml", NULL, 0},
    {"software.yaml", NULL, 0},
    {QDR_NETWORK_COPY, NULL, 0},
    {QDR_LINKS_COPY, of_links, COUNT(of_links)},
};

/* -1: an input. */
static int find_configuration(const char *name)
{
    for (int c = 0; c < COUNT(configurations); c++)
        if (strcmp(configurations[c].name, name) == 0)
            return c;
    return -1;
}

char *qdr_definition_decisive(const char *name, const char *text)
{
    const int c = find_configuration(name);
    const qdr_yaml_edits edits = {c < 0 ? NULL : configurations[c].left_out,
                                  c < 0 ? 0 : configurations[c].count, 0};
    qdr_yaml *tree = NULL;
    char *made = NULL;
    qdr_error unused;

    if (edits.count > 0 &&
        qdr_yaml_parse(name, text, &tree, &unused) == QDR_OK &&
        qdr_yaml_set(tree, &edits, &unused) == QDR_OK)
        made = qdr_yaml_text(tree);
    qdr_yaml_close(tree);
    return made != NULL ? made : strdup(text);
}

static json_t *files_of(const json_t *definition)
{
    return json_object_get(definition, "files");
}

json_t *qdr_definition_start(const char *programs)
{
    return json_pack("{s:{}, s:s?}", "files", "programs", programs);
}

void qdr_definition_add(json_t *definition, const char *name,
                        const char *digest, const char *text)
{
    json_t *file = json_pack("{s:s?}", "sha256", digest);

    if (text != NULL)
        json_object_set_new(file, "text", json_string(text));
    json_object_set_new(files_of(definition), name, file);
}

void qdr_definition_add_text(json_t *definition, const char *name,
                             const char *text)
{
    char digest[QDR_DIGEST_LENGTH + 1];
    char *decisive = qdr_definition_decisive(name, text);

    if (decisive != NULL) {
        qdr_digest_bytes(decisive, strlen(decisive), digest);
        qdr_definition_add(definition, name, digest, text);
    }
    free(decisive);
}

void qdr_definition_add_file(json_t *definition, const char *name,
                             const char *path)
{
    char digest[QDR_DIGEST_LENGTH + 1];

    qdr_definition_add(
        definition, name,
        qdr_digest_file(path, digest, NULL) == QDR_OK ? digest : NULL, NULL);
}

static int is_partition(const struct dirent *entry)
{
    const char *suffix = strrchr(entry->d_name, '.');

    /* Not one that is being written. */
    return strncmp(entry->d_name, "partition-", strlen("partition-")) == 0 &&
           suffix != NULL && strcmp(suffix, ".txt") == 0;
}

void qdr_definition_add_partitions(json_t *definition, const char *folder)
{
    char path[PATH_LENGTH], name[512];
    struct dirent **entries = NULL;
    int count;

    snprintf(path, sizeof path, "%.3000s/" QDR_INPUTS_FOLDER, folder);
    count = scandir(path, &entries, is_partition, alphasort);
    for (int i = 0; i < count; i++) {
        snprintf(name, sizeof name, QDR_INPUTS_FOLDER "/%.300s",
                 entries[i]->d_name);
        snprintf(path, sizeof path, "%.3000s/%s", folder, name);
        qdr_definition_add_file(definition, name, path);
        free(entries[i]);
    }
    free(entries);
}

/* The SHA-256 of the digests of all files and of the programs. */
bool qdr_definition_digest(const json_t *definition, char *digest)
{
    json_t *whole = json_pack("{s:O?}", "programs",
                              json_object_get(definition, "programs"));
    const char *name;
    json_t *file;
    char *text;

    json_object_foreach(files_of(definition), name, file)
        json_object_set(whole, name, json_object_get(file, "sha256"));
    text = json_dumps(whole, JSON_SORT_KEYS | JSON_COMPACT);
    if (text != NULL)
        qdr_digest_bytes(text, strlen(text), digest);
    free(text);
    json_decref(whole);
    return text != NULL;
}

json_t *qdr_definition_seal(json_t *definition)
{
    char digest[QDR_DIGEST_LENGTH + 1];

    if (qdr_definition_digest(definition, digest))
        json_object_set_new(definition, "sha256", json_string(digest));
    return definition;
}

/* The configurations that the folder has. */
static void add_configurations(json_t *definition, const char *folder)
{
    char path[PATH_LENGTH];

    for (int c = 0; c < COUNT(configurations); c++) {
        char *text;
        snprintf(path, sizeof path, "%.3000s/%s", folder,
                 configurations[c].name);
        text = qdr_plain_read(path);
        if (text != NULL)
            qdr_definition_add_text(definition, configurations[c].name, text);
        free(text);
    }
}

json_t *qdr_definition_of_files(const char *folder, const qdr_experiment *e,
                                const char *programs)
{
    json_t *made = qdr_definition_start(programs);
    char path[PATH_LENGTH], name[512];

    add_configurations(made, folder);
    for (int f = 0; e != NULL && f < e->num_factors; f++)
        for (unsigned i = 0; qdr_factor_is_file(e, &e->factors[f]) &&
                             i < e->factors[f].num_values;
             i++) {
            snprintf(name, sizeof name, QDR_INPUTS_FOLDER "/%.400s",
                     qdr_last_name(e->factors[f].values[i]));
            snprintf(path, sizeof path, "%.3000s/%s", folder, name);
            qdr_definition_add_file(made, name, path);
        }
    qdr_definition_add_partitions(made, folder);
    return qdr_definition_seal(made);
}
