/* harness/results/batch_sizes.c -- see batch_sizes.h. */
#include "harness/results/batch_sizes.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include "harness/files/open_nofollow.h"

enum {
    PATH_LENGTH = 4096,
    LINE_LENGTH = 16, /* of every line, its end included */
    MAX_TRIES = 200   /* for the lock, ten milliseconds each */
};

static void make_path(const char *folder, char *path)
{
    snprintf(path, PATH_LENGTH, "%s/batches", folder);
}

/* The line of a cell's case: cells are numbered replicate by replicate, and in
 * each pattern by pattern. */
static off_t find_line(const qdr_experiment *experiment, int64_t cell)
{
    int64_t per_replicate =
        qdr_experiment_num_cells(experiment) / experiment->launches;

    return LINE_LENGTH * (off_t)(cell % per_replicate /
                                 qdr_experiment_num_variants(experiment));
}

static qdr_batch_sizes read_line(int file, off_t at)
{
    char line[LINE_LENGTH + 1] = "", *rest = line;
    qdr_batch_sizes numbers = {0};

    if (pread(file, line, LINE_LENGTH, at) != LINE_LENGTH)
        return numbers;
    numbers.batch = (int)strtol(rest, &rest, 10);
    numbers.stride = (int)strtol(rest, NULL, 10);
    return numbers;
}

qdr_batch_sizes qdr_batch_sizes_find(const char *folder,
                                     const qdr_experiment *experiment,
                                     int64_t cell)
{
    char path[PATH_LENGTH];
    qdr_batch_sizes numbers;
    int file;

    make_path(folder, path);
    file = qdr_plain_open(path, O_RDONLY);
    if (file < 0)
        return (qdr_batch_sizes){0};
    numbers = read_line(file, find_line(experiment, cell));
    close(file);
    return numbers;
}

void qdr_batch_sizes_keep(const char *folder, const qdr_experiment *experiment,
                          int64_t cell, qdr_batch_sizes numbers)
{
    const struct timespec pause = {0, 10000000};
    char path[PATH_LENGTH];
    char line[LINE_LENGTH + 1];
    off_t at = find_line(experiment, cell);
    int file;

    make_path(folder, path);
    file = qdr_plain_open(path, O_RDWR | O_CREAT);
    /* Of two launches at once the first one's numbers stay, where there are
     * locks. */
    for (int i = 0; i < MAX_TRIES && flock(file, LOCK_EX | LOCK_NB) != 0 &&
                    errno == EWOULDBLOCK;
         i++)
        nanosleep(&pause, NULL);
    snprintf(line, sizeof line, "%7d%8d\n", numbers.batch, numbers.stride);
    if (file < 0 || (read_line(file, at).batch == 0 &&
                     pwrite(file, line, LINE_LENGTH, at) != LINE_LENGTH))
        fprintf(stderr, "bench: %s: %s\n", path, strerror(errno));
    if (file >= 0)
        close(file);
}
