/* harness/simulator/charges_check.c -- compares the charges of the message
 * layer with the files of hardware and software, to the nanosecond.
 *
 * A message between two nodes costs alpha + n beta with every kind of send, and
 * more if its receive was posted. An eager send costs its sender the overhead
 * only. Combining n bytes costs gamma n, copying them copy_ns n, or
 * indexed_copy_ns n through a list of indices, a probe of a pattern entry
 * scheduling_ns, an instruction instruction_ns, a packed block block_us, and an
 * arithmetic operation flop_ns.
 */
#include <math.h>
#include <mpi.h>

#include "harness/simulator/timed_check.h"
#include "kernels/messaging/local_work.h"

enum {
    LARGE_BYTES = 1000000,
    EAGER_BYTES = 1000,
    NUM_PROBES = 1000,
    FLOPS = 1000000
};

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
    bool blocks;
} ways[] = {
    {"MPI_Send", by_send, true, true},
    {"MPI_Ssend", by_ssend, false, true},
    {"MPI_Isend", by_isend, true, false},
    {"MPI_Issend", by_issend, false, false},
    {"MPI_Send_init", by_start, true, false},
};

/* The numbers of one message, at either end; the number that is off here. */
static int check_message(const qdr_checked *checked, int way, int bytes)
{
    const qdr_hardware *hardware = checked->hardware;
    const qdr_software *software = checked->software;
    double grant_ns = qdr_check_grant_us(software) * 1e3;
    double network_ns =
        (hardware->network_latency_us + software->handshake_us) * 1e3 +
        grant_ns +
        (bytes + QDR_CHECK_ENVELOPE_BYTES) * 1e3 /
            hardware->node_bandwidth_mb_s;
    bool is_eager = software->sends == QDR_SENDS_EAGER && ways[way].is_plain &&
                    bytes <= EAGER_BYTES;
    double sender_ns =
        software->send_overhead_us * 1e3 + (is_eager ? 0 : network_ns);
    int64_t begin = qdr_check_begin();

    if (checked->rank == 0) {
        ways[way].send(bytes);
        return qdr_check_end(ways[way].name, bytes, begin, sender_ns);
    }
    MPI_Recv(buffers[1], bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    return qdr_check_end(
        "MPI_Recv", bytes, begin,
        software->send_overhead_us * 1e3 + network_ns +
            (software->receive_overhead_us + software->receive_latency_us) *
                1e3 +
            (ways[way].blocks ? grant_ns : 0));
}

/* As above, of a receive that was posted: its handshake takes the receiver's
 * processor when the request has come, while the network's latency passes, and
 * again at the end. */
static int check_posted(const qdr_checked *checked, int bytes)
{
    const qdr_hardware *hardware = checked->hardware;
    const qdr_software *software = checked->software;
    double expected_ns =
        (software->send_overhead_us + software->handshake_us +
         fmax(hardware->network_latency_us, software->posted_us) +
         software->receive_overhead_us + software->posted_us) *
            1e3 +
        (bytes + QDR_CHECK_ENVELOPE_BYTES) * 1e3 /
            hardware->node_bandwidth_mb_s;
    int64_t begin = qdr_check_begin();
    MPI_Request request;

    if (checked->rank == 0) {
        by_ssend(bytes);
        return 0;
    }
    MPI_Irecv(buffers[1], bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &request);
    MPI_Waitall(1, &request, MPI_STATUSES_IGNORE);
    return qdr_check_end("MPI_Irecv", bytes, begin, expected_ns);
}

static int check_combining(int count, const qdr_software *software)
{
    int64_t begin = qdr_check_begin();
    int bytes = count * (int)sizeof(double);

    MPI_Reduce_local(buffers[0], buffers[1], count, MPI_DOUBLE, MPI_SUM);
    return qdr_check_end("MPI_Reduce_local", bytes, begin,
                         bytes * software->gamma_ns);
}

/* Work that a program reports. */
static int check_work(const qdr_hardware *hardware,
                      const qdr_software *software)
{
    int num_off;
    int64_t begin = qdr_check_begin();

    qdr_pending_copied(LARGE_BYTES);
    num_off = qdr_check_end("bytes copied", LARGE_BYTES, begin,
                            LARGE_BYTES * hardware->copy_ns);
    begin = qdr_check_begin();
    qdr_pending_indexed(LARGE_BYTES);
    num_off += qdr_check_end("bytes behind indices", LARGE_BYTES, begin,
                             LARGE_BYTES * hardware->indexed_copy_ns);
    begin = qdr_check_begin();
    qdr_pending_packed(NUM_PROBES);
    num_off += qdr_check_end("packed blocks", NUM_PROBES, begin,
                             NUM_PROBES * software->block_us * 1e3);
    begin = qdr_check_begin();
    qdr_pending_executed(NUM_PROBES);
    num_off += qdr_check_end("instructions", NUM_PROBES, begin,
                             NUM_PROBES * hardware->instruction_ns);
    begin = qdr_check_begin();
    qdr_pending_scheduled(NUM_PROBES);
    num_off += qdr_check_end("probes", NUM_PROBES, begin,
                             NUM_PROBES * hardware->scheduling_ns);
    begin = qdr_check_begin();
    qdr_pending_computed(FLOPS);
    return num_off +
           qdr_check_end("operations", FLOPS, begin, FLOPS * hardware->flop_ns);
}

static int check_all(const qdr_checked *checked)
{
    static const int sizes[] = {0, 8, EAGER_BYTES, LARGE_BYTES};
    int num_off = check_combining(1, checked->software) +
                  check_combining(LARGE_BYTES / 8, checked->software) +
                  check_work(checked->hardware, checked->software);

    for (size_t w = 0; w < sizeof ways / sizeof *ways; w++)
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
            num_off += check_message(checked, (int)w, sizes[s]);
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        num_off += check_posted(checked, sizes[s]);
    return num_off;
}

int main(int argc, char **argv)
{
    return qdr_checks_run(argc, argv, check_all);
}
