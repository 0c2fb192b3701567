/* harness/results/provenance.c -- see provenance.h. */
#include "harness/results/provenance.h"

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

/* The texts of inputs that are not long, by their name in the folder, so that a
 * launch can be run again. */
static json_t *new_inputs(const char *folder, const qdr_experiment *e)
{
    json_t *object = json_object();
    char name[512], path[4096];
    struct stat about;

    for (int f = 0; f < e->num_factors; f++)
        for (unsigned i = 0; qdr_factor_is_file(e, &e->factors[f]) &&
                             i < e->factors[f].num_values;
             i++) {
            char *text = NULL;
            json_t *kept;
            snprintf(name, sizeof name, QDR_INPUTS_FOLDER "/%.400s",
                     qdr_last_name(e->factors[f].values[i]));
            snprintf(path, sizeof path, "%.3000s/%s", folder, name);
            if (stat(path, &about) == 0 && about.st_size <= LONGEST_TEXT)
                text = qdr_read_file(path);
            kept = text == NULL ? NULL : json_string(text);
            json_object_set_new(object, name,
                                kept == NULL ? json_null() : kept);
            free(text);
        }
    return object;
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
    json_t *object = json_object();

    if (object == NULL)
        return NULL;
    set_build(object);
    set_environment(object, "command", "QUADRILLE_COMMAND");
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
    json_object_set_new(object, "inputs", new_inputs(folder, experiment));
    return object;
}
