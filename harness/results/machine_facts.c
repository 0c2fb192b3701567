/* harness/results/machine_facts.c -- see machine_facts.h. */
#include "harness/results/machine_facts.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

void qdr_read_line(const char *path, const char *key, char *text, size_t size)
{
    FILE *file = fopen(path, "r");
    char line[256];

    text[0] = '\0';
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, key, strlen(key)) == 0) {
            const char *rest = line + strlen(key);
            rest += strspn(rest, " \t");
            snprintf(text, size, "%.*s", (int)strcspn(rest, "\n"), rest);
            break;
        }
    if (file != NULL)
        fclose(file);
}

static void set_text(json_t *object, const char *key, const char *text)
{
    json_object_set_new(object, key,
                        text[0] == '\0' ? json_null() : json_string(text));
}

/* A fact that is the first line of a file. */
static void set_line(json_t *object, const char *key, const char *path)
{
    char text[128];

    qdr_read_line(path, "", text, sizeof text);
    set_text(object, key, text);
}

/* Intel's driver reports when it may not, the others when it may. */
static void set_turbo(json_t *object)
{
    static const struct {
        const char *path;
        char on;
    } files[] = {{"/sys/devices/system/cpu/intel_pstate/no_turbo", '0'},
                 {"/sys/devices/system/cpu/cpufreq/boost", '1'}};
    char text[16];

    set_text(object, "turbo", "");
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        qdr_read_line(files[i].path, "", text, sizeof text);
        if (text[0] != '\0')
            set_text(object, "turbo", text[0] == files[i].on ? "on" : "off");
    }
}

static int is_numa_node(const struct dirent *entry)
{
    return strncmp(entry->d_name, "node", 4) == 0 &&
           isdigit((unsigned char)entry->d_name[4]);
}

static int count_numa_nodes(void)
{
    struct dirent **entries = NULL;
    int count =
        scandir("/sys/devices/system/node", &entries, is_numa_node, NULL);

    for (int i = 0; i < count; i++)
        free(entries[i]);
    free(entries);
    return count;
}

/* The value of the first line of /proc/cpuinfo that begins with "model name".
 */
void qdr_processor_name(char *text, size_t size)
{
    char line[128];
    const char *value;

    qdr_read_line("/proc/cpuinfo", "model name", line, sizeof line);
    value = strchr(line, ':');
    snprintf(text, size, "%s",
             value == NULL ? "" : value + 1 + strspn(value + 1, " "));
}

static void set_cpu(json_t *object)
{
    char text[128];

    qdr_processor_name(text, sizeof text);
    set_text(object, "cpu", text);
}

void qdr_machine_facts_set(json_t *object)
{
    char host[256] = "", kernel[300] = "";
    int num_nodes = count_numa_nodes();
    struct utsname system;

    gethostname(host, sizeof host - 1);
    set_text(object, "host", host);
    if (uname(&system) == 0)
        snprintf(kernel, sizeof kernel, "%.64s %.128s", system.sysname,
                 system.release);
    set_text(object, "kernel", kernel);
    set_cpu(object);
    json_object_set_new(object, "cpus_online",
                        json_integer(sysconf(_SC_NPROCESSORS_ONLN)));
    json_object_set_new(object, "numa_nodes",
                        num_nodes < 1 ? json_null() : json_integer(num_nodes));
    set_line(object, "smt", "/sys/devices/system/cpu/smt/control");
    set_line(object, "governor",
             "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
    set_turbo(object);
}
