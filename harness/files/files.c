/* harness/files/files.c -- see files.h. */
#define _GNU_SOURCE /* of nftw */
#include "harness/files/files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static qdr_status fail_system(const char *path, qdr_error *error)
{
    return qdr_fail(error, QDR_ERROR_SYSTEM, "%.300s: %s", path,
                    strerror(errno));
}

/* `path` with something behind it; the caller frees it. */
static char *join(const char *path, const char *behind)
{
    char *made = malloc(strlen(path) + strlen(behind) + 1);

    return made == NULL ? NULL : strcat(strcpy(made, path), behind);
}

/* Flushes to the disk and closes. */
static int finish(FILE *file)
{
    int is_written =
        !ferror(file) && fflush(file) == 0 && fsync(fileno(file)) == 0;

    return fclose(file) == 0 && is_written;
}

static void copy_rest(FILE *from, FILE *to)
{
    char block[65536];
    size_t count;

    while ((count = fread(block, 1, sizeof block, from)) > 0)
        fwrite(block, 1, count, to);
}

/* Of the names of temporary files. */
static const char temporary_suffix[] = ".tmp-XXXXXX";

/* A temporary file with the text, or with the rest of `from`, becomes `path`.
 */
static qdr_status replace(const char *path, mode_t mode, const char *text,
                          FILE *from, qdr_error *error)
{
    char *temporary = join(path, temporary_suffix);
    int number = temporary == NULL ? -1 : mkstemp(temporary);
    FILE *file = number < 0 ? NULL : fdopen(number, "w");
    qdr_status status = QDR_OK;

    if (file == NULL) {
        status = fail_system(path, error);
    } else {
        if (text != NULL)
            fputs(text, file);
        else
            copy_rest(from, file);
        if (!finish(file) || (from != NULL && ferror(from)) ||
            chmod(temporary, mode) != 0 || rename(temporary, path) != 0) {
            status = fail_system(path, error);
            unlink(temporary);
        }
    }
    free(temporary);
    return status;
}

void qdr_files_begin(void)
{
    int file;

    while ((file = open("/dev/null", O_RDWR)) >= 0 && file <= STDERR_FILENO)
        ;
    if (file >= 0)
        close(file);
    umask(umask(0) | S_IWGRP | S_IWOTH);
}

/* The mode that an ordinary open() gives a file, 0666 without the umask's bits;
 * mkstemp gives 0600. Not for several threads. */
static mode_t usual_mode(void)
{
    mode_t mask = umask(0);

    umask(mask);
    return 0666 & ~mask;
}

qdr_status qdr_file_write(const char *path, const char *text, qdr_error *error)
{
    return replace(path, usual_mode(), text, NULL, error);
}

qdr_status qdr_file_copy(const char *from, const char *path, mode_t mode,
                         qdr_error *error)
{
    FILE *file = fopen(from, "r");
    qdr_status status;

    if (file == NULL)
        return fail_system(from, error);
    status = replace(path, mode, NULL, file, error);
    if (status == QDR_OK && ferror(file))
        status = fail_system(from, error);
    fclose(file);
    return status;
}

/* Others may write into a folder only where they cannot rename what is not
 * theirs. */
static bool is_ours(const struct stat *about)
{
    bool is_shared = (about->st_mode & (S_IWGRP | S_IWOTH)) != 0;
    bool is_sticky = S_ISDIR(about->st_mode) && (about->st_mode & S_ISVTX) != 0;

    return (about->st_uid == 0 || about->st_uid == geteuid()) &&
           (!is_shared || is_sticky);
}

qdr_status qdr_file_require_trust(const char *path, qdr_error *error)
{
    /* Without links, each of which could be changed. */
    char *whole = realpath(path, NULL);
    char *end = whole;
    struct stat about;
    qdr_status status = QDR_OK;

    if (whole == NULL)
        return fail_system(path, error);
    while (end != NULL && status == QDR_OK) {
        if (stat(whole[0] == '\0' ? "/" : whole, &about) != 0 ||
            !is_ours(&about))
            status =
                qdr_fail(error, QDR_ERROR_INPUT,
                         "%.200s is not trusted: others may change %.100s; "
                         "accepted: a file that belongs to root or to you, "
                         "and nobody else may write, in such folders",
                         path, whole[0] == '\0' ? "/" : whole);
        end = strrchr(whole, '/');
        if (end != NULL)
            *end = '\0';
    }
    free(whole);
    return status;
}

qdr_status qdr_folder_make(const char *folder, qdr_error *error)
{
    char *path = strdup(folder);
    qdr_status status = QDR_OK;

    if (path == NULL)
        return qdr_fail_memory(error, "a path");
    for (char *end = path + 1; status == QDR_OK; end++) {
        char kept = *end;
        if (kept != '/' && kept != '\0')
            continue;
        *end = '\0';
        if (mkdir(path, 0777) != 0 && errno != EEXIST)
            status = fail_system(path, error);
        *end = kept;
        if (kept == '\0')
            break;
    }
    free(path);
    return status;
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

qdr_status qdr_folder_copy(const char *from, const char *path, qdr_error *error)
{
    struct dirent **entries = NULL;
    int count = scandir(from, &entries, is_visible, alphasort);
    qdr_status status =
        count < 0 ? fail_system(from, error) : qdr_folder_make(path, error);

    for (int i = 0; i < count; i++) {
        char source[4096], copy[4096];
        struct stat about;
        bool is_there;
        snprintf(source, sizeof source, "%.3000s/%s", from, entries[i]->d_name);
        snprintf(copy, sizeof copy, "%.3000s/%s", path, entries[i]->d_name);
        is_there = status == QDR_OK && stat(source, &about) == 0;
        if (is_there && S_ISDIR(about.st_mode))
            status = qdr_folder_copy(source, copy, error);
        else if (is_there && S_ISREG(about.st_mode))
            status = qdr_file_copy(source, copy, 0644, error);
        free(entries[i]);
    }
    free(entries);
    return status;
}

static int remove_entry(const char *path, const struct stat *about, int kind,
                        struct FTW *place)
{
    (void)about;
    (void)kind;
    (void)place;
    return remove(path);
}

qdr_status qdr_folder_remove(const char *path, qdr_error *error)
{
    enum { OPEN_FOLDERS = 16 };

    return nftw(path, remove_entry, OPEN_FOLDERS, FTW_DEPTH | FTW_PHYS) == 0
               ? QDR_OK
               : fail_system(path, error);
}

void qdr_folder_try_remove(const char *path)
{
    qdr_error error;

    if (qdr_folder_remove(path, &error) != QDR_OK)
        fprintf(stderr, "quadrille: %s\n", error.text);
}

/* Nobody else can have made it, or can change it. */
static bool is_private(const struct stat *about)
{
    return S_ISDIR(about->st_mode) && about->st_uid == geteuid() &&
           (about->st_mode & 077) == 0;
}

/* Whether a process has ended whose number begins `text`, up to its end or a
 * "-". */
static bool has_ended(const char *text)
{
    char *rest;
    long process = strtol(text, &rest, 10);

    return process > 0 && (*rest == '\0' || *rest == '-') &&
           kill((pid_t)process, 0) != 0 && errno == ESRCH;
}

void qdr_folder_remove_abandoned(const char *prefix, double age_s)
{
    const char *name = strrchr(prefix, '/') + 1;
    char *parent = strndup(prefix, (size_t)(name - prefix));
    DIR *opened = parent == NULL ? NULL : opendir(parent);
    struct dirent *entry;

    while (opened != NULL && (entry = readdir(opened)) != NULL) {
        char *path;
        struct stat about;
        if (strncmp(entry->d_name, name, strlen(name)) != 0 ||
            !has_ended(entry->d_name + strlen(name)))
            continue;
        path = join(parent, entry->d_name);
        if (path != NULL && lstat(path, &about) == 0 && is_private(&about) &&
            difftime(time(NULL), about.st_mtime) >= age_s)
            qdr_folder_try_remove(path);
        free(path);
    }
    if (opened != NULL)
        closedir(opened);
    free(parent);
}

enum { AN_HOUR_S = 3600 };

qdr_status qdr_folder_make_temporary(const char *purpose, char *path,
                                     size_t size, qdr_error *error)
{
    const char *parent = getenv("TMPDIR");
    size_t length;

    snprintf(path, size, "%.900s/quadrille-%s-",
             parent != NULL && parent[0] != '\0' ? parent : "/tmp", purpose);
    qdr_folder_remove_abandoned(path, AN_HOUR_S);
    length = strlen(path);
    snprintf(path + length, size - length, "%ld-XXXXXX", (long)getpid());
    return mkdtemp(path) != NULL ? QDR_OK : fail_system(path, error);
}

void qdr_folder_tidy(const char *folder)
{
    const size_t length = strlen(temporary_suffix);
    DIR *opened = opendir(folder);
    struct dirent *entry;

    while (opened != NULL && (entry = readdir(opened)) != NULL) {
        size_t whole = strlen(entry->d_name);
        struct stat about;
        if (whole > length &&
            strncmp(entry->d_name + whole - length, ".tmp-", 5) == 0 &&
            fstatat(dirfd(opened), entry->d_name, &about,
                    AT_SYMLINK_NOFOLLOW) == 0 &&
            S_ISREG(about.st_mode) && about.st_uid == geteuid() &&
            difftime(time(NULL), about.st_mtime) > AN_HOUR_S)
            unlinkat(dirfd(opened), entry->d_name, 0);
    }
    if (opened != NULL)
        closedir(opened);
}
