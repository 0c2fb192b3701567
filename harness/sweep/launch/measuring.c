/* harness/sweep/launch/measuring.c -- see measuring.h. */
#include "harness/sweep/launch/measuring.h"

#include <errno.h>
#include <fcntl.h>
#include <pwd.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <time.h>
#include <unistd.h>

#include "harness/files/lock.h"
#include "harness/sweep/progress/progress.h"

static int held = -1; /* the locked file */

static const char *lock_path(void)
{
    const char *path = getenv("QUADRILLE_LOCK");

    return path != NULL ? path : "/tmp/quadrille.lock";
}

static double patience_s(void)
{
    const char *text = getenv("QUADRILLE_PATIENCE_S");

    return text != NULL ? atof(text) : 600;
}

/* The process that has the lock; 0: not known. The kernel's list has lines
 * "1: FLOCK ADVISORY WRITE 123 fe:00:456 0 EOF". */
static long find_holder(const char *path)
{
    FILE *locks = fopen("/proc/locks", "r");
    struct stat about;
    char line[256];
    long holder = 0;

    while (locks != NULL && stat(path, &about) == 0 &&
           fgets(line, sizeof line, locks) != NULL) {
        unsigned major_number, minor_number;
        unsigned long inode;
        long process;
        if (sscanf(line, "%*s FLOCK %*s %*s %ld %x:%x:%lu", &process,
                   &major_number, &minor_number, &inode) == 4 &&
            inode == about.st_ino && major_number == major(about.st_dev) &&
            minor_number == minor(about.st_dev))
            holder = process;
    }
    if (locks != NULL)
        fclose(locks);
    return holder;
}

/* Its user; -1: not known. */
static uid_t user_of(long process)
{
    char path[64];
    struct stat about;

    snprintf(path, sizeof path, "/proc/%ld", process);
    return process > 0 && stat(path, &about) == 0 ? about.st_uid : (uid_t)-1;
}

static void say_for_whom(const char *path, long process, uid_t user)
{
    const struct passwd *entry = user == (uid_t)-1 ? NULL : getpwuid(user);

    if (process > 0)
        fprintf(stderr,
                "quadrille: waiting for process %ld of %s, which measures on "
                "this machine\n",
                process, entry == NULL ? "another user" : entry->pw_name);
    else
        fprintf(stderr,
                "quadrille: waiting for another measurement on this machine "
                "(%s)\n",
                path);
}

void qdr_measuring_begin(void)
{
    const struct timespec pause = {0, 100000000};
    const char *path = lock_path();
    double give_up_s = qdr_progress_now_s() + patience_s();
    long said = -1;

    while (held < 0) {
        long holder;
        uid_t user;
        held = qdr_file_lock(path);
        if (held >= 0)
            return;
        if (errno != EWOULDBLOCK) {
            fprintf(stderr,
                    "quadrille: %s: %s; another measurement may disturb this "
                    "one\n",
                    path, strerror(errno));
            return;
        }
        holder = find_holder(path);
        user = user_of(holder);
        if (holder != said)
            say_for_whom(path, holder, user);
        said = holder;
        if (user != geteuid() && qdr_progress_now_s() > give_up_s) {
            fprintf(stderr,
                    "quadrille: it has not ended; going on, and it may disturb "
                    "this measurement\n");
            return;
        }
        nanosleep(&pause, NULL);
    }
}

void qdr_measuring_hand_on(void)
{
    if (held >= 0)
        fcntl(held, F_SETFD, 0);
}
