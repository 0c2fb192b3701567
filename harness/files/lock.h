/* harness/files/lock.h -- locks of files, for processes of one machine. */
#ifndef QUADRILLE_HARNESS_FILES_LOCK_H
#define QUADRILLE_HARNESS_FILES_LOCK_H

/* qdr_file_lock makes the file, if need be, and locks it without waiting. The
 * lock lasts until every copy of the returned descriptor is closed. -1 fails:
 * errno is EWOULDBLOCK if another process has it. A file system without locks
 * excludes nobody. */
int qdr_file_lock(const char *path);

#endif
