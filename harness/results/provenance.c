/* harness/results/provenance.c -- see provenance.h. */
#include "harness/results/provenance.h"

#include <dirent.h>
#include <gnu/libc-version.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "harness/experiment/factors.h"
#include "harness/files/digest.h"
#include "harness/results/machine_facts.h"

/* Longer files are known by their digest alone. */
enum { LONGEST_TEXT = 1 << 20 };

static void set_text(json_t *object, const char *key, const char *text)
{
    json_object_set_new(object, key,
                        text == NULL || text[0] == '\0' ? json_null()
                                                        : json_string(text));
}

static void set_environment(json_t *object, const char *key, const char *name)
{
    set_text(object, key, getenv(name));
}

static void set_time(json_t *object, const char *key, time_t when)
{
    char text[32];
    struct tm utc;

    gmtime_r(&when, &utc);
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
    set_text(object, key, text);
}

extern char **environ; /* which POSIX leaves to programs to declare */

/* Settings for the MPI library, and of SLURM, in the environment. */
static json_t *new_environment(void)
{
    static const char *const prefixes[] = {"OMPI_MCA_",
                                           "PMIX_MCA_",
                                           "PRTE_MCA_",
                                           "MPIR_CVAR_",
                                           "HYDRA_",
                                           "I_MPI_",
                                           "MV2_",
                                           "FI_",
                                           "UCX_",
                                           "OMP_",
                                           "QUADRILLE_NETWORK=",
                                           "SLURM_JOB_ID=",
                                           "SLURM_ARRAY_TASK_ID=",
                                           "SLURM_JOB_NODELIST="};
    json_t *object = json_object();

    for (char **entry = environ; *entry != NULL; entry++)
        for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
            char name[128];
            size_t length = strcspn(*entry, "=");
            if (strncmp(*entry, prefixes[i], strlen(prefixes[i])) != 0 ||
                length >= sizeof name)
                continue;
            snprintf(name, length + 1, "%s", *entry);
            set_text(object, name, *entry + length + 1);
        }
    return object;
}

/* A file of the folder, if it is there, as `name`: its digest, and its text
 * unless that is long. A digest that cannot be taken is null, which equals no
 * digest. */
static void set_file(json_t *object, const char *folder, const char *name)
{
    char path[4096], digest[QDR_DIGEST_LENGTH + 1];
    struct stat about;
    json_t *stated = NULL, *kept = NULL;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (stat(path, &about) != 0)
        return;
    if (qdr_digest_file(path, digest, NULL) == QDR_OK)
        stated = json_string(digest);
    if (about.st_size <= LONGEST_TEXT) {
        char *text = qdr_read_file(path);
        kept = text == NULL ? NULL : json_string(text);
        free(text);
    }
    json_object_set_new(object, name,
                        json_pack("{s:o, s:o}", "sha256",
                                  stated == NULL ? json_null() : stated, "text",
                                  kept == NULL ? json_null() : kept));
}

static json_t *new_configuration(const char *folder, const qdr_experiment *e)
{
    static const char *const names[] = {"experiment.yaml", "machine.yaml",
                                        "hardware.yaml", "software.yaml",
                                        QDR_NETWORK_COPY};
    json_t *object = json_object();

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        set_file(object, folder, names[i]);
    for (int f = 0; e != NULL && f < e->num_factors; f++)
        for (unsigned i = 0; qdr_factor_is_file(e, &e->factors[f]) &&
                             i < e->factors[f].num_values;
             i++) {
            char name[4096];
            snprintf(name, sizeof name, QDR_INPUTS_FOLDER "/%s",
                     qdr_last_name(e->factors[f].values[i]));
            set_file(object, folder, name);
        }
    return object;
}

static int is_partition(const struct dirent *entry)
{
    const char *suffix = strrchr(entry->d_name, '.');

    /* Not one that is being written. */
    return strncmp(entry->d_name, "partition-", strlen("partition-")) == 0 &&
           suffix != NULL && strcmp(suffix, ".txt") == 0;
}

/* The digests of the partitions that launches of the folder read. */
static json_t *new_partitions(const char *folder)
{
    char path[4096], digest[QDR_DIGEST_LENGTH + 1];
    struct dirent **entries = NULL;
    json_t *object = json_object();
    int count;

    snprintf(path, sizeof path, "%s/" QDR_INPUTS_FOLDER, folder);
    count = scandir(path, &entries, is_partition, alphasort);
    for (int i = 0; i < count; i++) {
        snprintf(path, sizeof path, "%.3000s/" QDR_INPUTS_FOLDER "/%.300s",
                 folder, entries[i]->d_name);
        json_object_set_new(object, entries[i]->d_name,
                            qdr_digest_file(path, digest, NULL) == QDR_OK
                                ? json_string(digest)
                                : json_null());
        free(entries[i]);
    }
    free(entries);
    return object;
}

json_t *qdr_provenance_files(const char *folder,
                             const qdr_experiment *experiment)
{
    return json_pack("{s:o, s:o}", "configuration",
                     new_configuration(folder, experiment), "partitions",
                     new_partitions(folder));
}

json_t *qdr_provenance_inputs(const json_t *provenance)
{
    json_t *inputs = json_object(), *entry;
    char path[512];
    const char *name;

    json_object_foreach(json_object_get(provenance, "configuration"), name,
                        entry)
        json_object_set(inputs, name, json_object_get(entry, "sha256"));
    json_object_foreach(json_object_get(provenance, "partitions"), name, entry)
    {
        snprintf(path, sizeof path, QDR_INPUTS_FOLDER "/%.400s", name);
        json_object_set(inputs, path, entry);
    }
    return inputs;
}

/* The file that the entry script wrote when it built the programs. */
static void set_build(json_t *object)
{
    static const char *const keys[] = {"commit", "flags", "sources"};
    const char *folder = getenv("QUADRILLE_BUILT_DIR");
    char path[4096], text[256];

    snprintf(path, sizeof path, "%s/provenance", folder == NULL ? "." : folder);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        qdr_read_line(path, keys[i], text, sizeof text);
        set_text(object, keys[i], text);
    }
}

void qdr_provenance_set_end(json_t *provenance)
{
    set_time(provenance, "ended", time(NULL));
}

json_t *qdr_provenance_new(const char *folder, const qdr_experiment *experiment,
                           double start_unix_s)
{
    json_t *object = json_object(), *files;

    if (object == NULL)
        return NULL;
    set_build(object);
    set_environment(object, "command", "QUADRILLE_COMMAND");
    set_environment(object, "program_sha256", "QUADRILLE_PROGRAM_SHA256");
#ifdef __clang__
    set_text(object, "compiler", __VERSION__); /* begins with its name */
#else
    set_text(object, "compiler", "gcc " __VERSION__);
#endif
    set_text(object, "libc", gnu_get_libc_version());
    json_object_set_new(object, "environment", new_environment());
    set_text(object, "network",
             qdr_network_source_string(experiment->network_source));
    qdr_machine_facts_set(object);
    set_time(object, "started", (time_t)start_unix_s);
    qdr_provenance_set_end(object);
    files = qdr_provenance_files(folder, experiment);
    json_object_update(object, files);
    json_decref(files);
    return object;
}
