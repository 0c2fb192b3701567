/* kernels/last_words/last_words_test.c -- a process that a signal ends. */
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kernels/last_words/last_words.h"
#include "kernels/testing/unit_test.h"

/* A handler set after the first words, as cmocka and MPI do. */
static void leave(int number)
{
    _exit(number);
}

/* What a child that `number` ends has on stderr; its status. */
static int end_by(int number, bool has_handler, char *said, size_t size)
{
    int ends[2], status;
    FILE *reader;
    pid_t child;

    assert_int_equal(pipe(ends), 0);
    child = fork();
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        for (int i = 0; i < NSIG; i++)
            signal(i, SIG_DFL); /* cmocka's */
        qdr_last_words("before");
        if (has_handler)
            signal(number, leave);
        qdr_last_words("gs, p = %d", 1);
        raise(number);
        _exit(0);
    }
    close(ends[1]);
    reader = fdopen(ends[0], "r");
    assert_non_null(reader);
    said[fread(said, 1, size - 1, reader)] = '\0';
    fclose(reader);
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

TEST(last_words)
{
    char said[256];
    int status = end_by(SIGFPE, false, said, sizeof said);

    assert_string_equal(said, "ended by SIGFPE at: gs, p = 1\n");
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGFPE);
    status = end_by(SIGSEGV, true, said, sizeof said);
    assert_string_equal(said, "ended by SIGSEGV at: gs, p = 1\n");
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == SIGSEGV);
    /* Others are none of its business. */
    status = end_by(SIGTERM, false, said, sizeof said);
    assert_string_equal(said, "");
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM);
}
