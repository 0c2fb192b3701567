/* harness/files/command.c -- see command.h. */
#define _GNU_SOURCE /* of vasprintf, pipe2, environ */
#include "harness/files/command.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SLOW_MS = 3000 };

/* Room for two entries more: the word and the NULL behind it. */
static bool make_room(qdr_command *command)
{
    size_t larger = command->capacity < 16 ? 16 : 2 * command->capacity;
    char **grown;

    if (command->count + 2 <= command->capacity)
        return true;
    grown = realloc(command->words, larger * sizeof *grown);
    if (grown == NULL)
        return false;
    command->words = grown;
    command->capacity = larger;
    return true;
}

void qdr_command_add(qdr_command *command, const char *format, ...)
{
    char *word = NULL;
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = vasprintf(&word, format, arguments);
    va_end(arguments);
    if (length < 0 || !make_room(command)) {
        if (length >= 0)
            free(word);
        command->is_incomplete = true;
        return;
    }
    command->words[command->count++] = word;
    command->words[command->count] = NULL;
}

void qdr_command_cleanup(qdr_command *command)
{
    for (size_t i = 0; i < command->count; i++)
        free(command->words[i]);
    free(command->words);
    *command = (qdr_command){0};
}

/* Quoted as a shell requires; plain words unchanged. */
static void write_word(FILE *to, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789%+,-./:=@_";

    if (word[0] != '\0' && word[strspn(word, plain)] == '\0') {
        fputs(word, to);
        return;
    }
    fputc('\'', to);
    for (; *word != '\0'; word++)
        if (*word == '\'')
            fputs("'\\''", to);
        else
            fputc(*word, to);
    fputc('\'', to);
}

char *qdr_command_text(const qdr_command *command)
{
    char *text = NULL;
    size_t length;
    FILE *to = command->is_incomplete ? NULL : open_memstream(&text, &length);

    if (to == NULL)
        return NULL;
    for (size_t i = 0; i < command->count; i++) {
        if (i > 0)
            fputc(' ', to);
        write_word(to, command->words[i]);
    }
    if (fclose(to) == 0)
        return text;
    free(text);
    return NULL;
}

static bool has_beginning(const char *text, const char *const *beginnings)
{
    for (; *beginnings != NULL; beginnings++)
        if (strncmp(text, *beginnings, strlen(*beginnings)) == 0)
            return true;
    return false;
}

static void remove_variables(const char *const *beginnings)
{
    char **kept = environ;

    for (char **each = environ; *each != NULL; each++)
        if (!has_beginning(*each, beginnings))
            *kept++ = *each;
    *kept = NULL;
}

/* In the child; returns only on failure. */
static void become(const qdr_command *command, int output, bool takes_errors)
{
    int input = open("/dev/null", O_RDONLY);
    const rlim_t bytes = (rlim_t)command->max_file_bytes;

    if (command->max_file_bytes > 0)
        setrlimit(RLIMIT_FSIZE, &(struct rlimit){bytes, bytes});
    if (command->without != NULL)
        remove_variables(command->without);
    if (input >= 0)
        dup2(input, STDIN_FILENO);
    if (output >= 0)
        dup2(output, STDOUT_FILENO);
    if (output >= 0 && takes_errors)
        dup2(output, STDERR_FILENO);
    execvp(command->words[0], command->words);
    fprintf(stderr, "%s: %s\n", command->words[0], strerror(errno));
}

/* All that comes through; NULL: out of memory. */
static char *read_all(const qdr_command *command, int from)
{
    FILE *pipe = fdopen(from, "r");
    struct pollfd ready = {.fd = from, .events = POLLIN};
    char *text = NULL;
    size_t capacity = 0;

    if (pipe == NULL) {
        close(from);
        return NULL;
    }
    if (command->when_slow != NULL && poll(&ready, 1, SLOW_MS) == 0)
        fputs(command->when_slow, stderr);
    /* Up to the first NUL, of which text has none. */
    if (getdelim(&text, &capacity, '\0', pipe) < 0) {
        free(text);
        text = strdup("");
    }
    fclose(pipe);
    return text;
}

static qdr_status judge(const qdr_command *command, int wait_status,
                        qdr_error *error)
{
    if (WIFEXITED(wait_status) && WEXITSTATUS(wait_status) == 0)
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_SYSTEM, "%s ended with %s %d",
                    command->words[0],
                    WIFEXITED(wait_status) ? "status" : "signal",
                    WIFEXITED(wait_status) ? WEXITSTATUS(wait_status)
                                           : WTERMSIG(wait_status));
}

qdr_status qdr_command_run(const qdr_command *command, bool takes_errors,
                           char **out_text, qdr_error *error)
{
    int ends[2] = {-1, -1}, wait_status = -1;
    pid_t child;

    if (out_text != NULL)
        *out_text = NULL;
    if (command->is_incomplete || command->count == 0)
        return qdr_fail_memory(error, "a command");
    if (out_text != NULL && pipe2(ends, O_CLOEXEC) != 0)
        return qdr_fail(error, QDR_ERROR_SYSTEM, "no pipe: %s",
                        strerror(errno));
    fflush(stdout);
    child = fork();
    if (child == 0) {
        become(command, ends[1], takes_errors);
        _exit(127);
    }
    if (out_text != NULL)
        close(ends[1]);
    if (child < 0) {
        if (out_text != NULL)
            close(ends[0]);
        return qdr_fail(error, QDR_ERROR_SYSTEM, "cannot start %s: %s",
                        command->words[0], strerror(errno));
    }
    if (out_text != NULL)
        *out_text = read_all(command, ends[0]);
    while (waitpid(child, &wait_status, 0) < 0 && errno == EINTR)
        ;
    return out_text != NULL && *out_text == NULL
               ? qdr_fail_memory(error, "the output of a command")
               : judge(command, wait_status, error);
}
