/* harness/files/lock.h -- exclusive locks, also on file systems without locks.
 */
#ifndef QUADRILLE_HARNESS_FILES_LOCK_H
#define QUADRILLE_HARNESS_FILES_LOCK_H

#include <stdbool.h>

/* qdr_file_lock creates the file, if need be, and locks it, without waiting.
 * The lock lasts until every copy of the returned descriptor is closed. -1
 * fails: errno is EWOULDBLOCK if another process has it.
 *
 * Where the file system has no locks (ENOLCK, ENOSYS, EOPNOTSUPP), which is
 * reported once on stderr, PATH.lease substitutes for one. It names host and
 * process. It is removed when this process exits, and taken over when its
 * process has ended, or when it stays empty for a second; shared locks are then
 * not taken at all. Of several processes that take over one lease at the same
 * time, one gets it. If another host has died, its lease has to be removed by
 * hand; its name is reported. Not for several threads.
 */
int qdr_file_lock(const char *path, bool is_shared);

/* qdr_file_is_locked returns whether another process has the lock, or the
 * lease. It creates nothing; for a moment it takes the lock. Shared locks on
 * NFS are seen only by a user who may write the file. */
bool qdr_file_is_locked(const char *path);

/* qdr_file_unlock closes the descriptor that qdr_file_lock returned for that
 * path, and removes the lease, if there is one. */
void qdr_file_unlock(const char *path, int lock);

#endif
