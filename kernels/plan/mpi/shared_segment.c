/* kernels/plan/mpi/shared_segment.c -- see shared_segment.h.
 *
 * The memory is a file of rank 0, which has a name only until all ranks have
 * opened it, so nothing is left of a job that is killed later. MPI's own shared
 * windows are not used: where memory runs out, some libraries' stop the program
 * (MPICH's issue 4631, Open MPI's 5262).
 */
#include "kernels/plan/mpi/shared_segment.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "kernels/messaging/agreement.h"

enum { NAME_BYTES = 64 };

static qdr_status fail(qdr_error *error, const char *what, int code)
{
    return qdr_fail(error, QDR_ERROR_SYSTEM, "%s: %s", what, strerror(code));
}

/* A new file, of a name that nobody guesses. */
static qdr_status create(char name[NAME_BYTES], int64_t bytes, int *out_file,
                         qdr_error *error)
{
    enum { PART_TAKEN = 4 }; /* of what is free */
    struct statvfs about;
    uint64_t random[2];
    int file;

    if (getrandom(random, sizeof random, 0) != sizeof random)
        return fail(error, "a name in /dev/shm", errno);
    snprintf(name, NAME_BYTES, "/dev/shm/quadrille-%016" PRIx64 "%016" PRIx64,
             random[0], random[1]);
    file = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0) {
        qdr_status status = fail(error, "a file in /dev/shm", errno);
        name[0] = '\0';
        return status;
    }
    *out_file = file;
    if (fstatvfs(file, &about) != 0 || ftruncate(file, bytes) != 0)
        return fail(error, "a file in /dev/shm", errno);
    /* Others need it, too, and some die without it. */
    return bytes <= (int64_t)(about.f_bavail * about.f_frsize / PART_TAKEN)
               ? QDR_OK
               : fail(error, "memory in /dev/shm", ENOSPC);
}

/* That of rank 0, and no other. */
static qdr_status open_it(const char *name, int64_t bytes, int *out_file,
                          qdr_error *error)
{
    struct stat found;
    int file = open(name, O_RDWR | O_NOFOLLOW | O_CLOEXEC);

    if (file < 0)
        return fail(error, "the memory of rank 0", errno);
    *out_file = file;
    if (fstat(file, &found) != 0)
        return fail(error, "the memory of rank 0", errno);
    return S_ISREG(found.st_mode) && found.st_uid == geteuid() &&
                   found.st_size == bytes
               ? QDR_OK
               : fail(error, "the memory of rank 0", EPERM);
}

/* Each rank allocates its own part, close to its core: a page that is not there
 * when it is needed would end the program. */
static qdr_status map(int file, int rank, const qdr_segment *wanted,
                      char **out_first, qdr_error *error)
{
    size_t bytes = (size_t)(wanted->num_ranks * wanted->stride);
    int64_t begin = rank * wanted->stride;
    void *made;
    int code;

    do
        code = posix_fallocate(file, begin, wanted->stride);
    while (code == EINTR);
    if (code != 0)
        return fail(error, "memory in /dev/shm", code);
    made = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (made == MAP_FAILED)
        return fail(error, "memory in /dev/shm", errno);
    *out_first = made;
    return QDR_OK;
}

qdr_status qdr_segment_map(MPI_Comm comm, int64_t bytes, qdr_segment *out,
                           qdr_error *error)
{
    enum { PAGE = 4096 };
    const int64_t stride = (bytes + PAGE - 1) / PAGE * PAGE;
    qdr_segment made = {.stride = stride};
    char name[NAME_BYTES] = "";
    qdr_status status = QDR_OK;
    int rank, file = -1;

    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &made.num_ranks);
    if (rank == 0)
        status = create(name, made.num_ranks * stride, &file, error);
    if (MPI_Bcast(name, sizeof name, MPI_CHAR, 0, comm) != MPI_SUCCESS)
        status = qdr_fail(error, QDR_ERROR_MPI, "MPI_Bcast failed");
    else if (rank != 0 && name[0] != '\0')
        status = open_it(name, made.num_ranks * stride, &file, error);
    if (status == QDR_OK && file >= 0)
        status = map(file, rank, &made, &made.first, error);
    status = qdr_agree(comm, status, error);
    if (rank == 0 && name[0] != '\0')
        unlink(name);
    if (file >= 0)
        close(file);
    if (status == QDR_OK)
        *out = made;
    else
        qdr_segment_unmap(&made);
    return status;
}

void qdr_segment_unmap(qdr_segment *segment)
{
    if (segment->first != NULL)
        munmap(segment->first, (size_t)(segment->num_ranks * segment->stride));
    *segment = (qdr_segment){0};
}
