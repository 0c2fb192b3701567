/* harness/files/lock.h -- one at a time, also where a file system has no locks.
 */
#ifndef QUADRILLE_HARNESS_FILES_LOCK_H
#define QUADRILLE_HARNESS_FILES_LOCK_H

#include <stdbool.h>

/* qdr_file_lock creates the file, if need be, and locks it, without waiting;
 * the lock lasts until every copy of the descriptor that it returns is closed.
 * -1 fails: errno is EWOULDBLOCK if somebody else holds it.
 *
 * Where the file system knows no locks (ENOLCK, ENOSYS, EOPNOTSUPP), which is
 * told once on stderr, PATH.lease stands for one, which names host and process:
 * it is removed when this process exits, taken over when its process is no
 * more, and what is shared is not locked. A lease of another host has to be
 * removed by hand if that has died; its name is told. Not for several threads.
 */
int qdr_file_lock(const char *path, bool is_shared);

/* qdr_file_unlock closes what qdr_file_lock of that path returned, and removes
 * the lease, if there is one. */
void qdr_file_unlock(const char *path, int lock);

#endif
