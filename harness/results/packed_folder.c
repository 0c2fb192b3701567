/* harness/results/packed_folder.c -- see packed_folder.h. */
#include "harness/results/packed_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/files/command.h"
#include "harness/files/files.h"

enum { PATH_LENGTH = 4096 };

static const long long MAX_BYTES = 2LL << 30;

bool qdr_folder_is_packed(const char *folder)
{
    char path[PATH_LENGTH];

    snprintf(path, sizeof path, "%.3000s/" QDR_PACKED_FILE, folder);
    return access(path, F_OK) == 0;
}

/* The copy gets the rights of a temporary file. */
static qdr_status copy_archive(const char *folder, const char *to,
                               qdr_error *error)
{
    char from[PATH_LENGTH], path[PATH_LENGTH];

    snprintf(from, sizeof from, "%.3000s/" QDR_PACKED_FILE, folder);
    snprintf(path, sizeof path, "%.3000s/" QDR_PACKED_FILE, to);
    return qdr_file_copy(from, path, 0600, error);
}

/* `words`, ended by NULL, in which %s is the folder `to`. */
static qdr_status run(const char *const *words, const char *folder,
                      const char *to, qdr_error *error)
{
    qdr_command command = {.max_file_bytes = MAX_BYTES};
    qdr_error why;
    char *said = NULL;
    qdr_status status;

    for (; *words != NULL; words++)
        if (strncmp(*words, "%s", 2) == 0)
            qdr_command_add(&command, "%s%s", to, *words + 2);
        else
            qdr_command_add(&command, "%s", *words);
    status = qdr_command_run(&command, true, &said, &why);
    if (status != QDR_OK)
        status = qdr_fail(error, QDR_ERROR_INPUT,
                          "%.300s/" QDR_PACKED_FILE ": %.200s; accepted: an "
                          "archive by tar and xz of at most 2 GiB",
                          folder, why.text);
    free(said);
    qdr_command_cleanup(&command);
    return status;
}

static qdr_status unpack(const char *folder, const char *to, qdr_error *error)
{
    static const char *const xz[] = {"xz", "--decompress",
                                     "--memlimit-decompress=1GiB",
                                     "%s/results.tar.xz", NULL};
    /* Of others' archives, too: only plain names, and nothing of theirs. */
    static const char *const tar[] = {"tar",
                                      "--extract",
                                      "--no-same-owner",
                                      "--no-same-permissions",
                                      "--wildcards",
                                      "--no-wildcards-match-slash",
                                      "--file",
                                      "%s/results.tar",
                                      "--directory",
                                      "%s",
                                      "launch-*",
                                      NULL};
    qdr_status status = copy_archive(folder, to, error);

    if (status == QDR_OK)
        status = run(xz, folder, to, error);
    return status == QDR_OK ? run(tar, folder, to, error) : status;
}

qdr_status qdr_folder_unpack(const char *folder, char **out_path,
                             qdr_error *error)
{
    char path[PATH_LENGTH];
    qdr_status status =
        qdr_folder_make_temporary("unpacked", path, sizeof path, error);

    if (status != QDR_OK)
        return status;
    status = unpack(folder, path, error);
    *out_path = status == QDR_OK ? strdup(path) : NULL;
    if (*out_path == NULL)
        qdr_folder_try_remove(path);
    return status != QDR_OK || *out_path != NULL
               ? status
               : qdr_fail_memory(error, "a path");
}
