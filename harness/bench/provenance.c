/* harness/bench/provenance.c -- see provenance.h. */
#include "harness/bench/provenance.h"

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
    char host[256] = "", library[MPI_MAX_LIBRARY_VERSION_STRING] = "";
    qdr_timer timer;
    int length;

    if (object == NULL)
        return NULL;
    set_environment(object, "commit", "QUADRILLE_COMMIT");
    set_environment(object, "command", "QUADRILLE_COMMAND");
    set_environment(object, "program_sha256", "QUADRILLE_PROGRAM_SHA256");
    set_text(object, "compiler", "gcc " __VERSION__);
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
