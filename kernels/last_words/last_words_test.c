/* kernels/last_words/last_words_test.c -- a process that a signal ends. */
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kernels/last_words/last_words.h"
#include "kernels/testing/unit_test.h"

/* A handler set after the first words, as cmocka and MPI do. */
static void leave(int number)
{
    _exit(number);
}

static void *forbidden; /* memory */

/* As Open MPI's, which prints the address. */
static void leave_if_forbidden(int number, siginfo_t *info, void *context)
{
    (void)context;
    _exit(info->si_addr == forbidden && info->si_code > 0 ? number : 0);
}

static void be_sent(int number, bool has_handler)
{
    qdr_last_words("before");
    if (has_handler)
        (void)signal(number, leave);
    qdr_last_words("gs, p = %d", 1);
    raise(number);
}

static void touch_forbidden(int number, bool has_handler)
{
    const struct sigaction handler = {.sa_sigaction = leave_if_forbidden,
                                      .sa_flags = SA_SIGINFO};

    forbidden = mmap(NULL, 1, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (has_handler)
        sigaction(number, &handler, NULL);
    qdr_last_words("touching");
    *(volatile char *)forbidden = 1;
}

/* A handler whose own end is a signal of ours. */
static void abort_in_handler(int number)
{
    (void)number;
    raise(SIGABRT);
}

static void abort_at_fault(int number, bool has_handler)
{
    (void)has_handler;
    (void)signal(number, abort_in_handler);
    qdr_last_words("once");
    raise(number);
}

/* What a child that `number` ends in `work` has on stderr; its status. */
static int end_by(int number, bool has_handler, void (*work)(int, bool),
                  char *said, size_t size)
{
    int ends[2], status;
    FILE *reader;
    pid_t child;

    assert_int_equal(pipe(ends), 0);
    child = fork();
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        for (int i = 0; i < NSIG; i++)
            (void)signal(i, SIG_DFL); /* cmocka's */
        work(number, has_handler);
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
    int status = end_by(SIGFPE, false, be_sent, said, sizeof said);

    assert_string_equal(said, "ended by SIGFPE at: gs, p = 1\n");
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGFPE);
    status = end_by(SIGSEGV, true, be_sent, said, sizeof said);
    assert_string_equal(said, "ended by SIGSEGV at: gs, p = 1\n");
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == SIGSEGV);
    /* Others are none of its business. */
    status = end_by(SIGTERM, false, be_sent, said, sizeof said);
    assert_string_equal(said, "");
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM);
}

TEST(faults_keep_their_address)
{
    char said[256];
    int status = end_by(SIGSEGV, true, touch_forbidden, said, sizeof said);

    assert_string_equal(said, "ended by SIGSEGV at: touching\n");
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == SIGSEGV);
    status = end_by(SIGSEGV, false, touch_forbidden, said, sizeof said);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV);
}

TEST(words_are_spoken_once)
{
    char said[256];
    int status = end_by(SIGFPE, true, abort_at_fault, said, sizeof said);

    assert_string_equal(said, "ended by SIGFPE at: once\n");
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
}
