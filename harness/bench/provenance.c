/* harness/bench/provenance.c -- see provenance.h. */
#include "harness/bench/provenance.h"

#include <gnu/libc-version.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "harness/bench/clock.h"
#include "harness/experiment/digest.h"

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

/* The value of the first line of /proc/cpuinfo that begins with "model name".
 */
static void set_cpu(json_t *object)
{
    FILE *file = fopen("/proc/cpuinfo", "r");
    char line[256];
    const char *model = NULL;

    while (file != NULL && model == NULL &&
           fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, "model name", 10) == 0 && strchr(line, ':') != NULL) {
            line[strcspn(line, "\n")] = '\0';
            model = strchr(line, ':') + 2;
        }
    set_text(object, "cpu", model);
    json_object_set_new(object, "cpus_online",
                        json_integer(sysconf(_SC_NPROCESSORS_ONLN)));
    if (file != NULL)
        fclose(file);
}

static void set_time(json_t *object, const char *key, time_t when)
{
    char text[32];
    struct tm utc;

    gmtime_r(&when, &utc);
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
    set_text(object, key, text);
}

/* Where each rank is; on rank 0, kept until the program ends. */
typedef struct rank_place {
    char host[64], cpus[64];
} rank_place;

static rank_place *places;
static int num_places;

/* The rest of the line that begins with `key` in a small file. */
static void read_line(const char *path, const char *key, char *text,
                      size_t size)
{
    FILE *file = fopen(path, "r");
    char line[256];

    text[0] = '\0';
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, key, strlen(key)) == 0) {
            const char *rest = line + strlen(key);
            snprintf(text, size, "%.*s", (int)strcspn(rest, "\n"),
                     rest + strspn(rest, " \t"));
            break;
        }
    if (file != NULL)
        fclose(file);
}

void qdr_provenance_gather(MPI_Comm comm)
{
    rank_place mine = {"", ""};
    int rank;

    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &num_places);
    gethostname(mine.host, sizeof mine.host - 1);
    read_line("/proc/self/status", "Cpus_allowed_list:", mine.cpus,
              sizeof mine.cpus);
    if (rank == 0)
        places = calloc((size_t)num_places, sizeof *places);
    MPI_Gather(&mine, sizeof mine, MPI_BYTE, places, sizeof mine, MPI_BYTE, 0,
               comm);
}

static json_t *new_ranks(void)
{
    json_t *array = json_array();

    for (int r = 0; r < num_places && places != NULL; r++)
        json_array_append_new(array,
                              json_pack("{s:s, s:s}", "host", places[r].host,
                                        "cpus", places[r].cpus));
    return array;
}

extern char **environ; /* which POSIX leaves to programs to declare */

/* What the environment tells the MPI library, and what SLURM tells. */
static json_t *new_environment(void)
{
    static const char *const prefixes[] = {"OMPI_MCA_",
                                           "PMIX_MCA_",
                                           "UCX_",
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

static json_t *new_configuration(const char *folder)
{
    static const char *const names[] = {"experiment.yaml", "machine.yaml",
                                        "hardware.yaml", "software.yaml"};
    json_t *object = json_object();

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[4096], digest[QDR_DIGEST_LENGTH + 1];
        char *text;
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        text = qdr_read_file(path);
        if (text != NULL && qdr_digest_file(path, digest, NULL) == QDR_OK)
            json_object_set_new(
                object, names[i],
                json_pack("{s:s, s:s}", "sha256", digest, "text", text));
        free(text);
    }
    return object;
}

json_t *qdr_provenance_new(const char *folder, double start_unix_s)
{
    json_t *object = json_object();
    char governor[64], host[256] = "",
                       library[MPI_MAX_LIBRARY_VERSION_STRING] = "";
    qdr_timer timer;
    int length;

    if (object == NULL)
        return NULL;
    set_environment(object, "commit", "QUADRILLE_COMMIT");
    set_environment(object, "command", "QUADRILLE_COMMAND");
    set_environment(object, "program_sha256", "QUADRILLE_PROGRAM_SHA256");
    set_text(object, "compiler", "gcc " __VERSION__);
    set_environment(object, "flags", "QUADRILLE_FLAGS");
    set_text(object, "libc", gnu_get_libc_version());
    read_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "",
              governor, sizeof governor);
    set_text(object, "governor", governor);
    json_object_set_new(object, "ranks", new_ranks());
    json_object_set_new(object, "environment", new_environment());
    gethostname(host, sizeof host - 1);
    set_text(object, "host", host);
    set_cpu(object);
    MPI_Get_library_version(library, &length);
    library[strcspn(library, "\n")] = '\0';
    set_text(object, "mpi", library);
    timer = qdr_clock_timer();
    json_object_set_new(
        object, "timer",
        json_pack("{s:I, s:I}", "overhead_ns", (json_int_t)timer.overhead_ns,
                  "resolution_ns", (json_int_t)timer.resolution_ns));
    set_time(object, "started", (time_t)start_unix_s);
    set_time(object, "ended", time(NULL));
    json_object_set_new(object, "configuration", new_configuration(folder));
    return object;
}
