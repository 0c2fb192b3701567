/* harness/results/conditions.c -- see conditions.h. */
#include "harness/results/conditions.h"

#include <fnmatch.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/files/digest.h"
#include "harness/results/machine_facts.h"

/* Variables of MPI libraries and launchers, ... */
static const char *const counted[] = {
    "FI_*",   "HYDRA_*", "I_MPI_*", "MPICH_*", "MPIR_CVAR_*", "MV2_*",
    "OMPI_*", "PMIX_*",  "PRTE_*",  "UCX_*",   NULL};

/* ... but those that differ by job, task, node or folder. Open MPI 4.1 below
 * mpirun and srun; Open MPI 5, MPICH, MVAPICH2 and Intel MPI by their manuals.
 */
static const char *const left_out[] = {"FI_LOG_*",
                                       "HYDRA_HOST_FILE",
                                       "HYDRA_TMPDIR",
                                       "I_MPI_HYDRA_HOST*", /* a file, groups */
                                       "I_MPI_HYDRA_UUID",
                                       "I_MPI_TMPDIR",
                                       "MV2_COMM_WORLD_*",
                                       "OMPI_ALLOW_RUN_AS_ROOT*",
                                       "OMPI_APP_CTX_NUM_PROCS",
                                       "OMPI_ARGV",
                                       "OMPI_COMMAND",
                                       "OMPI_COMM_WORLD_*",
                                       "OMPI_FILE_LOCATION",
                                       "OMPI_FIRST_RANKS",
                                       "OMPI_MCA_ess_base_*",
                                       "OMPI_MCA_initial_wdir",
                                       "OMPI_MCA_mpi_oversubscribe",
                                       "OMPI_MCA_num_procs",
                                       "OMPI_MCA_orte_*",
                                       "OMPI_NUM_APP_CTX",
                                       "OMPI_UNIVERSE_SIZE",
                                       "OMPI_WORLD_*",
                                       "PMIX_DSTORE_*",
                                       "PMIX_HOSTNAME",
                                       "PMIX_ID",
                                       "PMIX_KEEPALIVE_PIPE",
                                       "PMIX_NAMESPACE",
                                       "PMIX_RANK",
                                       "PMIX_SERVER_*",
                                       "PMIX_SYSTEM_TMPDIR",
                                       "PRTE_MCA_ess_base_*",
                                       "PRTE_MCA_prte_*",
                                       "UCX_LOG_FILE",
                                       "UCX_PROFILE_FILE",
                                       "UCX_STATS_DEST",
                                       NULL};

/* Those that count as they were before the launch: its command sets them, or
 * the launcher for it, as the sweep's factors want them. */
static const char *const of_launch[] = {"OMPI_MCA_coll_tuned_*_algorithm",
                                        "OMPI_MCA_coll_tuned_use_dynamic_rules",
                                        "OMPI_MCA_hwloc_base_binding_policy",
                                        "OMPI_MCA_mpi_yield_when_idle",
                                        "OMPI_MCA_rmaps_base_*",
                                        "PRTE_MCA_hwloc_default_binding_policy",
                                        "PRTE_MCA_rmaps_*",
                                        "SLURM_CORE_SPEC",
                                        "SLURM_CPUS_PER_TASK",
                                        "SLURM_CPU_BIND",
                                        "SLURM_CPU_FREQ_REQ",
                                        "SLURM_DISTRIBUTION",
                                        "SLURM_DIST_PLANESIZE",
                                        "SLURM_EXCLUSIVE",
                                        "SLURM_HINT",
                                        "SLURM_MEM_BIND",
                                        "SLURM_MPI_TYPE",
                                        "SLURM_NETWORK",
                                        "SLURM_NTASKS_PER_CORE",
                                        "SLURM_NTASKS_PER_SOCKET",
                                        "SLURM_OVERCOMMIT",
                                        "SLURM_PMIX_DIRECT_CONN*",
                                        "SLURM_SPREAD_JOB",
                                        "SLURM_TASK_PROLOG",
                                        "SLURM_THREADS_PER_CORE",
                                        "SLURM_THREAD_SPEC",
                                        NULL};

static const char handed_on[] = "QUADRILLE_CONDITIONS";

extern char **environ; /* which POSIX leaves to programs to declare */

static bool is_in(const char *const *patterns, const char *name)
{
    for (; *patterns != NULL; patterns++)
        if (fnmatch(*patterns, name, 0) == 0)
            return true;
    return false;
}

static bool counts_on_ranks(const char *name)
{
    return is_in(counted, name) && !is_in(left_out, name) &&
           !is_in(of_launch, name);
}

static bool counts_before(const char *name)
{
    return is_in(of_launch, name);
}

/* What is no UTF-8 is known by its digest; NULL is null. */
static json_t *new_text(const char *text)
{
    char digest[QDR_DIGEST_LENGTH + 1];
    json_t *made = text == NULL ? json_null() : json_string(text);

    if (made != NULL)
        return made;
    qdr_digest_bytes(text, strlen(text), digest);
    return json_string(digest);
}

static json_t *new_environment(bool (*counts)(const char *name))
{
    json_t *object = json_object();

    for (char **entry = environ; *entry != NULL; entry++) {
        size_t length = strcspn(*entry, "=");
        char *name = strndup(*entry, length);
        if (name != NULL && counts(name) && (*entry)[length] == '=')
            json_object_set_new(object, name, new_text(*entry + length + 1));
        free(name);
    }
    return object;
}

/* The file that the PATH has for a program; NULL: none. The caller's. */
static char *find_program(const char *program)
{
    const char *folder = getenv("PATH");
    char *found = NULL;

    while (found == NULL && folder != NULL && folder[0] != '\0') {
        char path[4096];
        size_t length = strcspn(folder, ":");
        snprintf(path, sizeof path, "%.*s/%s", (int)length, folder, program);
        found = realpath(path, NULL);
        folder += length + (folder[length] == ':');
    }
    return found;
}

void qdr_conditions_hand_on(const char *launcher)
{
    char *path = find_program(launcher), *text;
    json_t *object = json_pack("{s:o, s:o}", "launcher", new_text(path),
                               "environment", new_environment(counts_before));

    text = json_dumps(object, JSON_COMPACT);
    if (text != NULL)
        setenv(handed_on, text, 1);
    free(text);
    free(path);
    json_decref(object);
}

json_t *qdr_conditions_here(const char *mpi)
{
    json_t *facts = json_object(), *object;

    qdr_machine_facts_set(facts);
    object = json_pack("{s:o, s:O, s:O, s:o, s:o, s:o}", "mpi", new_text(mpi),
                       "cpu", json_object_get(facts, "cpu"), "kernel",
                       json_object_get(facts, "kernel"), "LD_PRELOAD",
                       new_text(getenv("LD_PRELOAD")), "LD_LIBRARY_PATH",
                       new_text(getenv("LD_LIBRARY_PATH")), "environment",
                       new_environment(counts_on_ranks));
    json_decref(facts);
    return object;
}

static int compare(const json_t *a, const json_t *b)
{
    if (!json_is_string(a) || !json_is_string(b))
        return json_is_string(a) - json_is_string(b);
    return strcmp(json_string_value(a), json_string_value(b));
}

/* The value of `name` in the objects; if they differ, an array of the different
 * ones, sorted, with null for none. */
static json_t *merge_values(const json_t *objects, const char *name)
{
    json_t *values = json_array(), *object, *only;
    size_t i;

    json_array_foreach(objects, i, object)
    {
        json_t *value = json_object_get(object, name);
        size_t at = 0;
        if (value == NULL)
            value = json_null();
        while (compare(json_array_get(values, at), value) < 0 &&
               at < json_array_size(values))
            at++;
        if (at == json_array_size(values) ||
            compare(json_array_get(values, at), value) != 0)
            json_array_insert(values, at, value);
    }
    if (json_array_size(values) != 1)
        return values;
    only = json_incref(json_array_get(values, 0));
    json_decref(values);
    return only;
}

static json_t *merge(const json_t *objects)
{
    json_t *all = json_object(), *object, *value;
    const char *name;
    size_t i;

    json_array_foreach(objects, i, object)
    {
        json_object_foreach(object, name, value)
        {
            if (json_object_get(all, name) == NULL)
                json_object_set_new(all, name, merge_values(objects, name));
        }
    }
    return all;
}

json_t *qdr_conditions_merge(const json_t *seen)
{
    const char *text = getenv(handed_on);
    char digest[QDR_DIGEST_LENGTH + 1] = "", *dump;
    json_t *launch = text == NULL ? NULL : json_loads(text, 0, NULL);
    json_t *environments = json_array(), *environment, *all, *one;
    json_t *launcher = json_object_get(launch, "launcher");
    size_t i;

    json_array_foreach(seen, i, one)
        json_array_append(environments, json_object_get(one, "environment"));
    all = merge(seen);
    environment = merge(environments);
    json_object_update(environment, json_object_get(launch, "environment"));
    json_object_set_new(all, "environment", environment);
    json_object_set(all, "launcher", launcher == NULL ? json_null() : launcher);
    json_decref(environments);
    json_decref(launch);
    dump = json_dumps(all, JSON_SORT_KEYS | JSON_COMPACT);
    if (dump != NULL)
        qdr_digest_bytes(dump, strlen(dump), digest);
    free(dump);
    return json_pack("{s:o, s:s}", "conditions", all, "conditions_sha256",
                     digest);
}

/* Adds the names in which two objects differ. */
static void add_differences(const json_t *one, const json_t *other,
                            const char *prefix, json_t *names)
{
    const char *name;
    json_t *value;
    char words[256];

    json_object_foreach((json_t *)one, name, value)
    {
        bool is_known = false;
        size_t i;
        json_t *known;
        if (strcmp(name, "environment") == 0 ||
            json_equal(value, json_object_get(other, name)))
            continue;
        snprintf(words, sizeof words, "%s%.200s", prefix, name);
        json_array_foreach(names, i, known) is_known |=
            strcmp(json_string_value(known), words) == 0;
        if (!is_known)
            json_array_append_new(names, json_string(words));
    }
}

json_t *qdr_conditions_differ(const json_t *conditions)
{
    static const char key[] = "environment";
    json_t *names = json_array(), *one;
    const json_t *first =
        json_object_iter_value(json_object_iter((json_t *)conditions));
    const char *digest;

    json_object_foreach((json_t *)conditions, digest, one)
    {
        const json_t *mine = json_object_get(one, key);
        const json_t *its = json_object_get(first, key);
        add_differences(first, one, "", names);
        add_differences(one, first, "", names);
        add_differences(its, mine, "environment: ", names);
        add_differences(mine, its, "environment: ", names);
    }
    return names;
}

void qdr_conditions_print_differences(const json_t *conditions, char *text,
                                      size_t size)
{
    json_t *names = qdr_conditions_differ(conditions), *name;
    size_t i, length = 0;

    text[0] = '\0';
    json_array_foreach(names, i, name)
    {
        if (length < size)
            length +=
                (size_t)snprintf(text + length, size - length, "%s%s",
                                 i > 0 ? ", " : "", json_string_value(name));
    }
    json_decref(names);
}
