/* harness/simulator/charges_check.c -- what the message layer charges, against
 * the hardware and software it was given: a message between two nodes costs
 * alpha + n beta to the nanosecond however it is sent, and more if its receive
 * was posted; a send that is eager costs its sender no more than its overhead;
 * combining n bytes costs gamma n, copying them copy_ns n, a look at an
 * entry scheduling_ns, an operation flop_ns.
 */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "harness/clock/clock.h"
#include "harness/machine/machine.h"
#include "kernels/messaging/local_work.h"

enum { ENVELOPE_BYTES = 16, LARGE_BYTES = 1000000, EAGER_BYTES = 1000 };

static char buffers[2][LARGE_BYTES];

static void by_send(int bytes)
{
    MPI_Send(buffers[0], bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
}

static void by_ssend(int bytes)
{
    MPI_Ssend(buffers[0], bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
}

static void by_isend(int bytes)
{
    MPI_Request request;

    MPI_Isend(buffers[0], bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD, &request);
    MPI_Waitall(1, &request, MPI_STATUSES_IGNORE);
}

static void by_issend(int bytes)
{
    MPI_Request request;
    int index;

    MPI_Issend(buffers[0], bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD, &request);
    MPI_Waitany(1, &request, &index, MPI_STATUS_IGNORE);
}

static void by_start(int bytes)
{
    MPI_Request request;

    MPI_Send_init(buffers[0], bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD, &request);
    MPI_Start(&request);
    MPI_Waitall(1, &request, MPI_STATUSES_IGNORE);
    MPI_Request_free(&request);
}

static const struct {
    const char *name;
    void (*send)(int bytes);
    bool is_plain; /* it may be eager */
} ways[] = {
    {"MPI_Send", by_send, true},       {"MPI_Ssend", by_ssend, false},
    {"MPI_Isend", by_isend, true},     {"MPI_Issend", by_issend, false},
    {"MPI_Send_init", by_start, true},
};

static int64_t start(void)
{
    qdr_error error;
    bool is_late;

    qdr_clock_start_together(MPI_COMM_WORLD, QDR_START_BARRIER, 0, &is_late,
                             &error);
    return qdr_clock_now_ns();
}

/* 1 if they differ by more than the rounding of both ends. */
static int compare(const char *what, int bytes, int64_t found_ns,
                   double expected_ns)
{
    int is_off = fabs((double)found_ns - expected_ns) > 1;

    printf("%-26s %8d bytes %10lld ns  expected %.1f%s\n", what, bytes,
           (long long)found_ns, expected_ns, is_off ? "  OFF" : "");
    return is_off;
}

/* The numbers of one message, at either end; the number that is off here. */
static int check_message(int rank, int way, int bytes,
                         const qdr_hardware *hardware,
                         const qdr_software *software)
{
    double network_ns =
        (hardware->network_latency_us + software->handshake_us) * 1e3 +
        (bytes + ENVELOPE_BYTES) * 1e3 / hardware->node_bandwidth_mb_s;
    bool is_eager = software->sends == QDR_SENDS_EAGER && ways[way].is_plain &&
                    bytes <= EAGER_BYTES;
    double sender_ns =
        software->send_overhead_us * 1e3 + (is_eager ? 0 : network_ns);
    int64_t begin = start();

    if (rank == 0) {
        ways[way].send(bytes);
        return compare(ways[way].name, bytes, qdr_clock_now_ns() - begin,
                       sender_ns);
    }
    MPI_Recv(buffers[1], bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    return compare("MPI_Recv", bytes, qdr_clock_now_ns() - begin,
                   software->send_overhead_us * 1e3 + network_ns +
                       software->receive_overhead_us * 1e3);
}

/* As above, of a receive that was posted: its handshake takes the receiver's
 * processor while the network's latency passes, and again at the end. */
static int check_posted(int rank, int bytes, const qdr_hardware *hardware,
                        const qdr_software *software)
{
    double latency_us = hardware->network_latency_us + software->handshake_us;
    double expected_ns =
        (software->send_overhead_us + fmax(latency_us, software->posted_us) +
         software->receive_overhead_us + software->posted_us) *
            1e3 +
        (bytes + ENVELOPE_BYTES) * 1e3 / hardware->node_bandwidth_mb_s;
    int64_t begin = start();
    MPI_Request request;

    if (rank == 0) {
        by_ssend(bytes);
        return 0;
    }
    MPI_Irecv(buffers[1], bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &request);
    MPI_Waitall(1, &request, MPI_STATUSES_IGNORE);
    return compare("MPI_Irecv", bytes, qdr_clock_now_ns() - begin, expected_ns);
}

static int check_combining(int count, const qdr_software *software)
{
    int64_t begin = start();
    int bytes = count * (int)sizeof(double);

    MPI_Reduce_local(buffers[0], buffers[1], count, MPI_DOUBLE, MPI_SUM);
    return compare("MPI_Reduce_local", bytes, qdr_clock_now_ns() - begin,
                   bytes * software->gamma_ns);
}

static int check_copying(int bytes, const qdr_hardware *hardware)
{
    int64_t begin = start();

    qdr_work_copied(bytes);
    return compare("copying", bytes, qdr_clock_now_ns() - begin,
                   bytes * hardware->copy_ns);
}

static int check_scheduling(int num_looks, const qdr_hardware *hardware)
{
    int64_t begin = start();

    qdr_work_scheduled(num_looks);
    return compare("scheduling", num_looks, qdr_clock_now_ns() - begin,
                   num_looks * hardware->scheduling_ns);
}

static int check_computing(int flops, const qdr_hardware *hardware)
{
    int64_t begin = start();

    qdr_work_computed(flops);
    return compare("computing", flops, qdr_clock_now_ns() - begin,
                   flops * hardware->flop_ns);
}

static int check_all(int rank, const qdr_hardware *hardware,
                     const qdr_software *software)
{
    static const int sizes[] = {0, 8, EAGER_BYTES, LARGE_BYTES};
    int num_off = check_combining(1, software) +
                  check_combining(LARGE_BYTES / 8, software) +
                  check_copying(LARGE_BYTES, hardware) +
                  check_scheduling(1000, hardware) +
                  check_computing(LARGE_BYTES, hardware);

    for (size_t w = 0; w < sizeof ways / sizeof *ways; w++)
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
            num_off +=
                check_message(rank, (int)w, sizes[s], hardware, software);
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        num_off += check_posted(rank, sizes[s], hardware, software);
    return num_off;
}

int main(int argc, char **argv)
{
    qdr_hardware *hardware = NULL;
    qdr_software *software = NULL;
    qdr_error error = {""};
    int rank, num_off = 0, all_off;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (qdr_hardware_load(getenv("QDR_HARDWARE"), &hardware, &error) !=
            QDR_OK ||
        qdr_software_load(getenv("QDR_SOFTWARE"), &software, &error) !=
            QDR_OK) {
        fprintf(stderr, "charges_check: %s\n", error.text);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    num_off = check_all(rank, hardware, software);
    qdr_software_free(software);
    qdr_hardware_free(hardware);
    MPI_Allreduce(&num_off, &all_off, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return all_off > 0;
}
