/* lock_test -- leases, where flock does not work: a second process comes, or
 * the first one dies, before each of the calls that take a lease over. */
#define _GNU_SOURCE /* of syscall */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "harness/files/lock.h"

enum { MAX_CALLS = 40 };

static char lock_path[4096], lease_path[4200];
static int calls_left = -1; /* until `when_called` */
static void (*when_called)(void);

static void count_call(void)
{
    if (calls_left >= 0 && calls_left-- == 0)
        when_called();
}

/* These stand before libc's. */
int flock(int file, int operation)
{
    (void)file;
    (void)operation;
    errno = ENOLCK;
    return -1;
}

int kill(pid_t process, int signal)
{
    count_call();
    return (int)syscall(SYS_kill, process, signal);
}

int unlink(const char *path)
{
    count_call();
    return (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
}

int link(const char *from, const char *to)
{
    count_call();
    return (int)syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0);
}

/* Starts a process that tries to take the lease, and keeps it. Returns whether
 * it has it. */
static bool try_elsewhere(pid_t *out_process)
{
    int ends[2];
    char answer = 0;

    assert_int_equal(pipe(ends), 0);
    *out_process = fork();
    if (*out_process == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        answer = qdr_file_lock(lock_path, false) >= 0 ? 'y' : 'n';
        if (write(ends[1], &answer, 1) != 1)
            _exit(1);
        for (;;)
            pause();
    }
    close(ends[1]);
    if (read(ends[0], &answer, 1) != 1)
        answer = 0; /* it died */
    close(ends[0]);
    return answer == 'y';
}

static void end_process(pid_t process)
{
    syscall(SYS_kill, process, SIGKILL);
    waitpid(process, NULL, 0);
}

/* The lease of a process of this host that is no more. */
static void leave_stale_lease(void)
{
    pid_t process;

    syscall(SYS_unlinkat, AT_FDCWD, lease_path, 0);
    assert_true(try_elsewhere(&process));
    end_process(process);
    assert_int_equal(access(lease_path, F_OK), 0);
}

static bool has_rival, rival_has_it;
static pid_t rival;

static void start_rival(void)
{
    has_rival = true;
    rival_has_it = try_elsewhere(&rival);
}

static void test_one_of_two_gets_a_stale_lease(void **state)
{
    int calls;

    (void)state;
    for (calls = 0; calls < MAX_CALLS; calls++) {
        pid_t process;
        int result;
        leave_stale_lease();
        process = fork();
        if (process == 0) {
            bool has_it;
            when_called = start_rival;
            calls_left = calls;
            has_it = qdr_file_lock(lock_path, false) >= 0;
            calls_left = -1;
            if (!has_rival)
                _exit(3);
            end_process(rival);
            _exit(has_it + rival_has_it);
        }
        waitpid(process, &result, 0);
        assert_true(WIFEXITED(result));
        if (WEXITSTATUS(result) == 3)
            break;
        assert_int_equal(WEXITSTATUS(result), 1);
    }
    assert_in_range(calls, 3, MAX_CALLS - 1);
}

static void die(void)
{
    _exit(1);
}

static void test_death_while_taking_over_blocks_nobody(void **state)
{
    pid_t process;
    int result = 1, calls;

    (void)state;
    for (calls = 0; calls < MAX_CALLS && result != 0; calls++) {
        leave_stale_lease();
        process = fork();
        if (process == 0) {
            when_called = die;
            calls_left = calls;
            _exit(qdr_file_lock(lock_path, false) >= 0 ? 0 : 2);
        }
        waitpid(process, &result, 0);
        assert_true(WIFEXITED(result) && WEXITSTATUS(result) < 2);
        assert_true(try_elsewhere(&process));
        end_process(process);
    }
    assert_in_range(calls, 3, MAX_CALLS - 1);
}

static void test_a_live_lease_is_kept(void **state)
{
    pid_t first, second;

    (void)state;
    syscall(SYS_unlinkat, AT_FDCWD, lease_path, 0);
    assert_false(qdr_file_is_locked(lock_path));
    assert_true(try_elsewhere(&first));
    assert_false(try_elsewhere(&second));
    assert_true(qdr_file_is_locked(lock_path));
    end_process(second);
    end_process(first);
    assert_false(qdr_file_is_locked(lock_path)); /* a stale one */
}

/* Another user's process that could not read it would take it over. */
static void test_others_read_a_lease_whatever_the_umask(void **state)
{
    mode_t mask = umask(077);
    struct stat about;
    pid_t process;

    (void)state;
    syscall(SYS_unlinkat, AT_FDCWD, lease_path, 0);
    assert_true(try_elsewhere(&process));
    umask(mask);
    assert_int_equal(stat(lease_path, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0644);
    end_process(process);
}

static void test_an_empty_lease_is_stale(void **state)
{
    int file = open(lease_path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    pid_t process;

    (void)state;
    close(file);
    assert_true(try_elsewhere(&process));
    end_process(process);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_of_two_gets_a_stale_lease),
        cmocka_unit_test(test_death_while_taking_over_blocks_nobody),
        cmocka_unit_test(test_a_live_lease_is_kept),
        cmocka_unit_test(test_others_read_a_lease_whatever_the_umask),
        cmocka_unit_test(test_an_empty_lease_is_stale),
    };
    const char *folder = getenv("TEST_TMPDIR");

    snprintf(lock_path, sizeof lock_path, "%s/lock",
             folder == NULL ? "." : folder);
    snprintf(lease_path, sizeof lease_path, "%s.lease", lock_path);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
