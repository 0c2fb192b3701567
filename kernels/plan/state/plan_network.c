/* kernels/plan/state/plan_network.c -- see plan_network.h. */
#include "kernels/plan/state/plan_network.h"

#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "kernels/core/network/network.h"
#include "kernels/network_file/network_file.h"

/* The file that was read last. */
typedef struct file {
    char path[PATH_MAX];
    qdr_network network;
    qdr_library_ranges library;
} file;
static file last_read;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Without padding, which would be sent uninitialised. */
typedef struct answer {
    int64_t status;
    qdr_network network;
    qdr_length_ranges library;
} answer;

static bool find_read(const char *path, qdr_collective collective,
                      int num_procs, answer *out)
{
    bool is_there;

    pthread_mutex_lock(&lock);
    is_there = strcmp(path, last_read.path) == 0;
    if (is_there) {
        out->network = last_read.network;
        out->library =
            qdr_library_ranges_of(&last_read.library, collective, num_procs);
    }
    pthread_mutex_unlock(&lock);
    return is_there;
}

static void keep_read(const char *path, const qdr_network *network,
                      const qdr_library_ranges *library)
{
    if (strlen(path) >= sizeof last_read.path)
        return;
    pthread_mutex_lock(&lock);
    strcpy(last_read.path, path);
    last_read.network = *network;
    last_read.library = *library;
    pthread_mutex_unlock(&lock);
}

/* The network of the environment; on rank 0. */
static qdr_status find(qdr_collective collective, int num_procs, answer *out,
                       qdr_error *error)
{
    const char *path = qdr_network_file_of_environment();
    qdr_library_ranges library = {.are_assumed = path == NULL};
    qdr_error found = {""};
    qdr_status status;

    out->network = qdr_network_of_today_on_nodes(QDR_NODE_RANKS_UNKNOWN);
    out->library = qdr_library_ranges_of(&library, collective, num_procs);
    if (path == NULL || find_read(path, collective, num_procs, out))
        return QDR_OK;
    status = qdr_network_file_read(path, &out->network, &library, &found);
    if (status != QDR_OK)
        return qdr_fail(error, status, QDR_NETWORK_VARIABLE ": %s", found.text);
    keep_read(path, &out->network, &library);
    out->library = qdr_library_ranges_of(&library, collective, num_procs);
    return QDR_OK;
}

qdr_status qdr_plan_network(MPI_Comm comm, const qdr_given_network *given,
                            qdr_collective collective, qdr_network *out_network,
                            qdr_length_ranges *out_library, qdr_error *error)
{
    answer common = {.status = QDR_OK};
    qdr_error reason = {""};
    int rank, num_procs, code;

    MPI_Comm_size(comm, &num_procs);
    if (given->network != NULL) {
        *out_network = *given->network;
        *out_library =
            qdr_library_ranges_of(given->library, collective, num_procs);
        return QDR_OK;
    }
    MPI_Comm_rank(comm, &rank);
    if (rank == 0)
        common.status = find(collective, num_procs, &common, &reason);
    code = MPI_Bcast(&common, sizeof common, MPI_BYTE, 0, comm);
    if (code == MPI_SUCCESS && common.status != QDR_OK)
        code = MPI_Bcast(reason.text, sizeof reason.text, MPI_BYTE, 0, comm);
    if (code != MPI_SUCCESS)
        return qdr_fail(error, QDR_ERROR_MPI, "spreading the network failed");
    if (common.status != QDR_OK)
        return qdr_fail(error, (qdr_status)common.status, "%s", reason.text);
    *out_network = common.network;
    *out_library = common.library;
    return QDR_OK;
}

qdr_status qdr_plan_network_file(MPI_Comm comm, qdr_network *out_network,
                                 qdr_library_ranges *out_library,
                                 qdr_error *error)
{
    qdr_error reason = {""};
    int status = QDR_OK, rank, code;

    MPI_Comm_rank(comm, &rank);
    *out_network = qdr_network_of_today_on_nodes(QDR_NODE_RANKS_UNKNOWN);
    *out_library = (qdr_library_ranges){
        .are_assumed = qdr_network_file_of_environment() == NULL};
    if (rank == 0 && qdr_network_file_of_environment() != NULL)
        status = qdr_network_file_read(qdr_network_file_of_environment(),
                                       out_network, out_library, &reason);
    code = MPI_Bcast(&status, 1, MPI_INT, 0, comm);
    if (code == MPI_SUCCESS)
        code = MPI_Bcast(out_network, sizeof *out_network, MPI_BYTE, 0, comm);
    if (code == MPI_SUCCESS)
        code = MPI_Bcast(out_library, sizeof *out_library, MPI_BYTE, 0, comm);
    if (code == MPI_SUCCESS && status != QDR_OK)
        code = MPI_Bcast(reason.text, sizeof reason.text, MPI_BYTE, 0, comm);
    if (code != MPI_SUCCESS)
        return qdr_fail(error, QDR_ERROR_MPI, "spreading the network failed");
    return status == QDR_OK
               ? QDR_OK
               : qdr_fail(error, (qdr_status)status,
                          QDR_NETWORK_VARIABLE ": %s", reason.text);
}
