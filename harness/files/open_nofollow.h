/* harness/files/open_nofollow.h -- opens regular files and follows no link.
 *
 * Others may be able to write into a results folder. A link there, or a FIFO,
 * must not lead a sweep to another file. The path to the folder may be a link:
 * scratch file systems are often reached through one. */
#ifndef QUADRILLE_HARNESS_FILES_OPEN_NOFOLLOW_H
#define QUADRILLE_HARNESS_FILES_OPEN_NOFOLLOW_H

#include <stdio.h>

#include "kernels/core/base/status.h"

/* qdr_plain_open opens FOLDER/NAME as open(2) does, and closes it on exec. With
 * O_CREAT what is not a regular file, or with O_TRUNC has other names, too, is
 * replaced by a new file; else it fails: errno is ELOOP for a link, EINVAL for
 * other kinds. */
int qdr_plain_open(const char *path, int flags);

/* qdr_plain_fopen does so with a mode of fopen: "r", "w" or "a". */
FILE *qdr_plain_fopen(const char *path, const char *mode);

/* qdr_plain_read returns the text of a file; the caller frees it. NULL: there
 * is none, or it is empty. */
char *qdr_plain_read(const char *path);

/* qdr_plain_folder makes the folder at `path` unless it exists, and fails if
 * that is a link. Its parent has to exist. */
qdr_status qdr_plain_folder(const char *path, qdr_error *error);

#endif
