/* kernels/plan/plan_network.c -- see plan_network.h. */
#include "kernels/plan/plan_network.h"

#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "kernels/core/network_mesh.h"
#include "kernels/core/rng.h"
#include "kernels/messaging/agreement.h"
#include "kernels/network_file/network_file.h"

/* The file that was read last. */
static char read_path[PATH_MAX];
static qdr_network read_network;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static bool find_read(const char *path, qdr_network *out_network)
{
    bool is_there;

    pthread_mutex_lock(&lock);
    is_there = strcmp(path, read_path) == 0;
    if (is_there)
        *out_network = read_network;
    pthread_mutex_unlock(&lock);
    return is_there;
}

static void keep_read(const char *path, const qdr_network *network)
{
    if (strlen(path) >= sizeof read_path)
        return;
    pthread_mutex_lock(&lock);
    strcpy(read_path, path);
    read_network = *network;
    pthread_mutex_unlock(&lock);
}

/* The network of the environment; on rank 0. */
static qdr_status find(qdr_network *out_network, qdr_error *error)
{
    const char *path = qdr_network_file_of_environment();
    qdr_error found = {""};
    qdr_status status;

    *out_network = qdr_network_of_today;
    if (path == NULL || find_read(path, out_network))
        return QDR_OK;
    status = qdr_network_file_read(path, out_network, &found);
    if (status != QDR_OK)
        return qdr_fail(error, status, QDR_NETWORK_VARIABLE ": %s", found.text);
    keep_read(path, out_network);
    return QDR_OK;
}

/* Without padding, which would be sent uninitialised. */
typedef struct answer {
    int64_t status;
    qdr_network network;
} answer;

qdr_status qdr_plan_network(MPI_Comm comm, const qdr_network *given,
                            qdr_network *out_network, qdr_error *error)
{
    answer common = {.status = QDR_OK};
    qdr_error reason = {""};
    int rank, code;

    if (given != NULL) {
        *out_network = *given;
        return QDR_OK;
    }
    MPI_Comm_rank(comm, &rank);
    if (rank == 0)
        common.status = find(&common.network, &reason);
    code = MPI_Bcast(&common, sizeof common, MPI_BYTE, 0, comm);
    if (code == MPI_SUCCESS && common.status != QDR_OK)
        code = MPI_Bcast(reason.text, sizeof reason.text, MPI_BYTE, 0, comm);
    if (code != MPI_SUCCESS)
        return qdr_fail(error, QDR_ERROR_MPI, "spreading the network failed");
    if (common.status != QDR_OK)
        return qdr_fail(error, (qdr_status)common.status, "%s", reason.text);
    *out_network = common.network;
    return QDR_OK;
}

/* A network has no padding, either. */
qdr_status qdr_plan_agree_network(MPI_Comm comm, const qdr_network *network,
                                  qdr_error *error)
{
    const unsigned char *bytes = (const unsigned char *)network;
    uint64_t mixed = 0;

    for (size_t i = 0; i < sizeof *network; i++)
        mixed = qdr_mix64(mixed ^ bytes[i]) + 1;
    return qdr_agree_on(comm, &(qdr_common){"the network", (int64_t)mixed}, 1,
                        error);
}
