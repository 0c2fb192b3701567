/* harness/machine/cores.c -- see cores.h. */
#define _GNU_SOURCE /* of sched_getaffinity */
#include "harness/machine/cores.h"

#include <limits.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Max processors of a machine; a cpu_set_t has room for 1024. */
enum { MAX_PROCESSORS = 8192, NUM_SETS = MAX_PROCESSORS / CPU_SETSIZE };

typedef struct processor_set {
    cpu_set_t sets[NUM_SETS];
} processor_set;

static const char folder_of_processors[] = "/sys/devices/system/cpu",
                  list_of_core[] = "thread_siblings_list",
                  list_of_package[] = "core_siblings_list";

/* The first of a processor's group, whose list begins with it; -1: not known.
 */
static int first_of_group(const char *folder, const char *name, int processor)
{
    char path[512];
    int first = -1;
    FILE *file;

    snprintf(path, sizeof path, "%s/cpu%d/topology/%s", folder, processor,
             name);
    file = fopen(path, "r");
    if (file == NULL || fscanf(file, "%d", &first) != 1)
        first = -1;
    if (file != NULL)
        fclose(file);
    return first;
}

int qdr_count_groups(const char *folder, const char *name,
                     const int *processors, int count)
{
    processor_set firsts = {0};
    bool is_known = false;

    for (int i = 0; i < count; i++) {
        int first = first_of_group(folder, name, processors[i]);
        is_known = is_known || first >= 0;
        CPU_SET_S((size_t)(first < 0 ? processors[i] : first), sizeof firsts,
                  firsts.sets);
    }
    return is_known ? CPU_COUNT_S(sizeof firsts, firsts.sets) : 0;
}

/* Those that this process may use. */
static bool get_own(processor_set *own)
{
    return sched_getaffinity(0, sizeof *own, own->sets) == 0;
}

/* Those that its control group permits: the kernel removes all others from the
 * processors that a process requests. */
static bool get_permitted(processor_set *permitted)
{
    processor_set own, all;
    bool is_known;

    if (!get_own(&own))
        return false;
    memset(&all, 0xff, sizeof all);
    if (sched_setaffinity(0, sizeof all, all.sets) != 0) {
        *permitted = own;
        return true;
    }
    is_known = get_own(permitted);
    return sched_setaffinity(0, sizeof own, own.sets) == 0 && is_known;
}

static int count_groups(const char *name, bool (*get)(processor_set *))
{
    int numbers[MAX_PROCESSORS], count = 0;
    processor_set set;

    if (!get(&set))
        return 0;
    for (int i = 0; i < MAX_PROCESSORS; i++)
        if (CPU_ISSET_S((size_t)i, sizeof set, set.sets))
            numbers[count++] = i;
    return qdr_count_groups(folder_of_processors, name, numbers, count);
}

static int num_permitted(void)
{
    processor_set set;

    return get_permitted(&set) ? CPU_COUNT_S(sizeof set, set.sets) : 0;
}

int qdr_num_cores(void)
{
    static int num_cores;

    if (num_cores == 0)
        num_cores = count_groups(list_of_core, get_permitted);
    if (num_cores == 0)
        num_cores = num_permitted();
    return num_cores < 1 ? 1 : num_cores;
}

int qdr_num_processors(void)
{
    processor_set own;

    return get_own(&own) ? CPU_COUNT_S(sizeof own, own.sets) : INT_MAX;
}

int qdr_num_own_cores(void)
{
    return count_groups(list_of_core, get_own);
}

int qdr_num_own_packages(void)
{
    return count_groups(list_of_package, get_own);
}
