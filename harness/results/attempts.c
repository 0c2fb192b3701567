/* harness/results/attempts.c -- see attempts.h. */
#include "harness/results/attempts.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "harness/files/open_nofollow.h"

enum { PATH_LENGTH = 4096 };

static const char prefix[] = "launch-";

bool qdr_attempt_read(const char *name, size_t length, qdr_attempt *out)
{
    qdr_attempt made = {.launch = -1};
    char again[32];
    long long launch;
    long planner = 0;
    char drawn[7];
    int end = 0, rest = 0;

    if (length >= sizeof made.name || length < strlen(prefix) ||
        strncmp(name, prefix, strlen(prefix)) != 0)
        return false;
    memcpy(made.name, name, length);
    if (sscanf(made.name, "launch-%18lld%n", &launch, &end) != 1)
        return false;
    if (made.name[end] != '\0' &&
        (sscanf(made.name + end, "-%9d-%63[A-Za-z0-9._]-%9ld-%6[a-z]%n",
                &made.number, made.host, &planner, drawn, &rest) != 4 ||
         made.name[end + rest] != '\0' || made.number < 1))
        return false;
    snprintf(again, sizeof again, "launch-%05lld", launch);
    if (launch >= 0 && strncmp(again, made.name, strlen(again)) == 0 &&
        !isdigit((unsigned char)made.name[strlen(again)]))
        made.launch = launch;
    made.planner = (pid_t)planner;
    *out = made;
    return true;
}

/* This host's name, in letters that names of attempts have. */
static void name_host(char *host, size_t size)
{
    if (gethostname(host, size) != 0)
        host[0] = '\0';
    host[size - 1] = '\0';
    for (char *c = host; *c != '\0'; c++)
        if (!isalnum((unsigned char)*c) && *c != '.')
            *c = '_';
    if (host[0] == '\0')
        snprintf(host, size, "unknown");
}

void qdr_attempt_new(int64_t launch, int number, qdr_attempt *out)
{
    unsigned char drawn[6];

    *out =
        (qdr_attempt){.launch = launch, .number = number, .planner = getpid()};
    name_host(out->host, sizeof out->host);
    if (getrandom(drawn, sizeof drawn, 0) != sizeof drawn)
        memset(drawn, 0,
               sizeof drawn); /* the rest of the name is unique, too */
    snprintf(out->name, sizeof out->name,
             "launch-%05" PRId64 "-%02d-%s-%ld-%c%c%c%c%c%c", launch, number,
             out->host, (long)out->planner, 'a' + drawn[0] % 26,
             'a' + drawn[1] % 26, 'a' + drawn[2] % 26, 'a' + drawn[3] % 26,
             'a' + drawn[4] % 26, 'a' + drawn[5] % 26);
}

void qdr_attempt_path(const char *folder, const qdr_attempt *attempt,
                      const char *suffix, char *path, size_t size)
{
    snprintf(path, size, "%s/%s.%s", folder, attempt->name, suffix);
}

static int by_order(const void *left, const void *right)
{
    const qdr_attempt *a = left, *b = right;

    if (a->launch != b->launch)
        return a->launch < b->launch ? -1 : 1;
    if (a->number != b->number)
        return a->number < b->number ? -1 : 1;
    return strcmp(a->name, b->name);
}

/* The suffix of a file of an attempt; NULL: it is none. */
static const char *read_entry(const struct dirent *entry, qdr_attempt *out)
{
    const char *suffix = strrchr(entry->d_name, '.');

    if (suffix == NULL ||
        !qdr_attempt_read(entry->d_name, (size_t)(suffix - entry->d_name), out))
        return NULL;
    return suffix;
}

qdr_status qdr_attempts_list(const char *folder, qdr_attempts *out)
{
    DIR *opened = opendir(folder);
    const struct dirent *entry;
    size_t capacity = 0;
    bool is_full = false;

    *out = (qdr_attempts){0};
    while (opened != NULL && !is_full && (entry = readdir(opened)) != NULL) {
        qdr_attempt found;
        const char *suffix = read_entry(entry, &found);
        if (suffix == NULL || strcmp(suffix, ".json") != 0)
            continue;
        if (out->count == capacity) {
            qdr_attempt *grown;
            capacity = 2 * capacity + 16;
            grown = realloc(out->all, capacity * sizeof *grown);
            is_full = grown == NULL;
            if (is_full)
                break;
            out->all = grown;
        }
        out->all[out->count++] = found;
    }
    if (opened != NULL)
        closedir(opened);
    if (out->count > 0)
        qsort(out->all, out->count, sizeof *out->all, by_order);
    return is_full                             ? QDR_ERROR_MEMORY
           : opened == NULL && errno != ENOENT ? QDR_ERROR_SYSTEM
                                               : QDR_OK;
}

void qdr_attempts_cleanup(qdr_attempts *attempts)
{
    free(attempts->all);
    *attempts = (qdr_attempts){0};
}

static bool has_ended(const qdr_attempt *attempt)
{
    char here[sizeof attempt->host];

    name_host(here, sizeof here);
    return strcmp(here, attempt->host) == 0 &&
           (attempt->planner == getpid() ||
            (kill(attempt->planner, 0) != 0 && errno == ESRCH));
}

static bool is_passing(const char *folder, const qdr_attempt *attempt,
                       const char *suffix)
{
    char json[PATH_LENGTH];

    if (strcmp(suffix, ".csv") != 0)
        return strcmp(suffix, ".json") != 0;
    qdr_attempt_path(folder, attempt, "json", json, sizeof json);
    return access(json, F_OK) != 0;
}

void qdr_attempts_tidy(const char *folder, int64_t launch)
{
    struct dirent **entries = NULL;
    int count = scandir(folder, &entries, NULL, NULL);

    for (int i = 0; i < count; i++) {
        qdr_attempt found;
        const char *suffix = read_entry(entries[i], &found);
        char path[PATH_LENGTH];
        snprintf(path, sizeof path, "%.3000s/%s", folder, entries[i]->d_name);
        if (suffix != NULL && found.launch == launch && found.number > 0 &&
            has_ended(&found) && is_passing(folder, &found, suffix))
            unlink(path);
        free(entries[i]);
    }
    free(entries);
}

bool qdr_cell_has_failed(const char *path, int64_t cell, qdr_error *reason)
{
    FILE *file = path == NULL ? NULL : qdr_plain_fopen(path, "r");
    char line[sizeof reason->text + 32];
    bool found = false;

    while (!found && file != NULL && fgets(line, sizeof line, file) != NULL) {
        char *tab = strchr(line, '\t');
        found = tab != NULL && strtoll(line, NULL, 10) == cell;
        if (found) {
            tab[1 + strcspn(tab + 1, "\n")] = '\0';
            snprintf(reason->text, sizeof reason->text, "%s", tab + 1);
        }
    }
    if (file != NULL)
        fclose(file);
    return found;
}
