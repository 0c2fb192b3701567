/* harness/sweep/launch_attempts.c -- see launch_attempts.h. */
#include "harness/sweep/launch_attempts.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/results/launch_record.h"
#include "harness/sweep/launch_files.h"
#include "harness/sweep/launch_verdicts.h"

enum { LONG_PATH = QDR_PATH_LENGTH + QDR_NAME_ROOM };

/* The csv of an attempt that ended early is still open: its beginning, which
 * the JSON at `path` describes, gets the name of a finished one. */
static void close_csv(const char *path, const char *csv)
{
    char open_csv[LONG_PATH];

    snprintf(open_csv, sizeof open_csv, "%.*s.tmp", LONG_PATH - 8, csv);
    if (access(csv, F_OK) != 0 && access(open_csv, F_OK) == 0 &&
        rename(open_csv, csv) != 0)
        return;
    qdr_launch_record_cut(path, csv);
}

static bool is_worse(const qdr_verdicts *made, const qdr_verdicts *kept)
{
    return made->valid < kept->valid ||
           (made->valid == kept->valid && made->missing > kept->missing);
}

/* What became of an attempt. */
typedef enum taken {
    REMOVED,    /* or it is in place, without all cells */
    HAD_ALL,    /* likewise, and had all cells */
    LEFT_THERE, /* it can be neither read nor moved now */
} taken;

/* Moves the attempt's files over the launch's, whatever these are. If it is
 * killed between the two renames, the next call finds its csv in place. */
static bool move_into_place(const char *const own[2], const char *const to[2],
                            bool is_placed)
{
    for (int i = is_placed ? 1 : 0; i < 2; i++)
        if (rename(own[i], to[i]) != 0) {
            fprintf(stderr, "quadrille sweep: %s: %s\n", to[i],
                    strerror(errno));
            return false;
        }
    return true;
}

/* Moves the attempt whose JSON is at `path` into place if its files match and
 * are not worse than the present ones; those that do not count are set aside.
 */
static taken take_over(const qdr_sweep *sweep, int64_t launch, const char *path)
{
    char json[QDR_PATH_LENGTH], csv[QDR_PATH_LENGTH], own_csv[LONG_PATH];
    const char *const own[] = {own_csv, path}, *const to[] = {csv, json};
    qdr_verdicts made, kept;
    qdr_launch_state state, before;
    bool is_placed;

    qdr_launch_path(sweep, launch, "json", json);
    qdr_launch_path(sweep, launch, "csv", csv);
    snprintf(own_csv, sizeof own_csv, "%.*scsv",
             (int)(strlen(path) - strlen("json")), path);
    close_csv(path, own_csv);
    is_placed = access(own_csv, F_OK) != 0;
    state =
        qdr_launch_read(sweep, launch, path, is_placed ? csv : own_csv, &made);
    before = qdr_launch_verdicts(sweep, launch, &kept);
    if (state == QDR_LAUNCH_FOREIGN)
        return qdr_launch_set_aside(sweep, launch, own, made.problem)
                   ? REMOVED
                   : LEFT_THERE;
    if (state == QDR_LAUNCH_UNREADABLE || before == QDR_LAUNCH_UNREADABLE)
        return LEFT_THERE;
    if (state != QDR_LAUNCH_WHOLE || is_worse(&made, &kept)) {
        unlink(own_csv);
        unlink(path);
    } else {
        if ((before == QDR_LAUNCH_FOREIGN ||
             (before == QDR_LAUNCH_DAMAGED && !is_placed)) &&
            !qdr_launch_set_aside(sweep, launch, to, kept.problem))
            return LEFT_THERE;
        if (!move_into_place(own, to, is_placed))
            return LEFT_THERE;
    }
    return state == QDR_LAUNCH_WHOLE && made.missing == 0 ? HAD_ALL : REMOVED;
}

bool qdr_launch_adopt(const qdr_sweep *sweep, int64_t launch)
{
    char prefix[64], path[LONG_PATH];
    struct dirent **entries = NULL;
    int count = scandir(sweep->folder, &entries, NULL, alphasort);
    bool found = false, is_left = false;

    snprintf(prefix, sizeof prefix, "attempt-%05" PRId64 "-", launch);
    /* Those with a JSON first: their csv belongs to them. */
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < count; i++) {
            const char *name = entries[i]->d_name;
            const char *suffix = strrchr(name, '.');
            if (strncmp(name, prefix, strlen(prefix)) != 0)
                continue;
            snprintf(path, sizeof path, "%s/%.60s", sweep->folder, name);
            if (pass == 1) {
                if (!is_left)
                    unlink(path);
            } else if (suffix != NULL && strcmp(suffix, ".json") == 0) {
                taken became = take_over(sweep, launch, path);
                found |= became == HAD_ALL;
                is_left |= became == LEFT_THERE;
            }
        }
    for (int i = 0; i < count; i++)
        free(entries[i]);
    free(entries);
    return found;
}
