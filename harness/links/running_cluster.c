/* harness/links/running_cluster.c -- see running_cluster.h. */
#include "harness/links/running_cluster.h"

#include <stdio.h>
#include <string.h>

/* The start of a process, in ticks since boot, and its state. */
static bool read_start(long pid, unsigned long long *out_start, char *out_state)
{
    char path[64], text[1024], *end;
    bool is_there = false;
    FILE *file;

    snprintf(path, sizeof path, "/proc/%ld/stat", pid);
    file = fopen(path, "r");
    if (file == NULL)
        return false;
    /* The name, in parentheses, may hold anything. */
    if (fgets(text, sizeof text, file) != NULL &&
        (end = strrchr(text, ')')) != NULL)
        is_there = sscanf(end + 1,
                          " %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u "
                          "%*u %*d %*d %*d %*d %*d %*d %llu",
                          out_state, out_start) == 2;
    fclose(file);
    return is_there;
}

/* Another process may have reused the number. */
bool qdr_cluster_is_running(const char *folder)
{
    char path[1024], state;
    long pid;
    unsigned long long start, found;
    bool is_running = false;
    FILE *file;

    snprintf(path, sizeof path, "%.1000s/pid", folder);
    file = fopen(path, "r");
    if (file == NULL)
        return false;
    if (fscanf(file, "%ld %llu", &pid, &start) == 2)
        is_running =
            read_start(pid, &found, &state) && found == start && state != 'Z';
    fclose(file);
    return is_running;
}
