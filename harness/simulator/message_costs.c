/* harness/simulator/message_costs.c -- see message_costs.h. */
#include "harness/simulator/message_costs.h"

#include <malloc.h>
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "harness/machine/machine.h"
#include "harness/simulator/control_network.h"
#include "harness/simulator/offers.h"
#include "harness/simulator/processor.h"
#include "harness/simulator/rendezvous.h"
#include "harness/simulator/skew.h"
#include "kernels/messaging/local_work.h"

/* SimGrid gives every rank its own copy. */
static qdr_message_costs own;
static double packing_s; /* a block */

const qdr_message_costs *qdr_message_costs_own(void)
{
    return &own;
}

static void require(qdr_status status, const qdr_error *error)
{
    if (status == QDR_OK)
        return;
    fprintf(stderr, "message costs: %s\n", error->text);
    abort();
}

/* Reads the costs of software; those that other files charge go to *out_active,
 * *out_meeting and *out_packets, the packets in the network. */
static void read_software(const char *path, qdr_active_costs *out_active,
                          qdr_meeting_costs *out_meeting, int *out_packets)
{
    qdr_software *software;
    qdr_error error = {""};

    require(qdr_software_load(path, NULL, &software, &error), &error);
    own = (qdr_message_costs){
        .send_overhead_s = software->send_overhead_us * 1e-6,
        .receive_overhead_s = software->receive_overhead_us * 1e-6,
        .receive_latency_s = software->receive_latency_us * 1e-6,
        .completion_s =
            (software->receive_overhead_us + software->posted_us) * 1e-6,
        .combining_s_per_byte = software->gamma_ns * 1e-9,
        .sends = software->sends,
    };
    *out_packets = software->packets_in_network;
    packing_s = software->block_us * 1e-6;
    out_meeting->request_s = software->handshake_us * 1e-6;
    out_meeting->handshake_s = software->posted_us * 1e-6;
    out_meeting->byte_s = software->pending_ns * 1e-9;
    *out_active = (qdr_active_costs){software->active_send_us * 1e-6,
                                     software->active_receive_us * 1e-6,
                                     software->interrupt_us * 1e-6};
    qdr_software_free(software);
}

/* Sets the skew, and returns whether the machine compares SimGrid's own
 * collectives with ours: then they must be what runs, and their copies, which
 * nobody sees, cost nothing. */
static bool read_machine(void)
{
    const char *path = getenv("QDR_MACHINE");
    qdr_machine *machine;
    qdr_error error = {""};
    bool compares_collectives;

    if (path == NULL)
        return false;
    require(qdr_machine_load(path, NULL, &machine, &error), &error);
    compares_collectives = machine->smpi != NULL;
    qdr_skew_open(machine->start_skew_ns);
    qdr_machine_free(machine);
    return compares_collectives;
}

/* Of work within a node; SimGrid gives every rank its own copy. */
static double copying_s, indexing_s, executing_s, scheduling_s, computing_s;

static void open_local_work(const qdr_hardware *hardware)
{
    copying_s = hardware->copy_ns * 1e-9;
    indexing_s = hardware->indexed_copy_ns * 1e-9;
    executing_s = hardware->instruction_ns * 1e-9;
    scheduling_s = hardware->scheduling_ns * 1e-9;
    computing_s = hardware->flop_ns * 1e-9;
}

void qdr_pending_copied(int64_t bytes)
{
    qdr_processor_work(qdr_processor_own(), (double)bytes * copying_s);
}

bool qdr_work_is_charged(void)
{
    return true;
}

void qdr_pending_indexed(int64_t bytes)
{
    qdr_processor_work(qdr_processor_own(), (double)bytes * indexing_s);
}

void qdr_pending_packed(int64_t num_blocks)
{
    qdr_processor_work(qdr_processor_own(), (double)num_blocks * packing_s);
}

void qdr_pending_executed(int64_t instructions)
{
    qdr_processor_work(qdr_processor_own(), (double)instructions * executing_s);
}

void qdr_pending_scheduled(int64_t num_probes)
{
    qdr_processor_work(qdr_processor_own(), (double)num_probes * scheduling_s);
}

void qdr_pending_computed(double flops)
{
    qdr_processor_work(qdr_processor_own(), flops * computing_s);
}

static void open_offers(const qdr_hardware *hardware,
                        const qdr_meeting_costs *meeting, int packets)
{
    const qdr_offer_costs costs = {
        meeting->request_s, (int64_t)packets * hardware->packet_data_bytes,
        1e-6 / hardware->node_bandwidth_mb_s};

    qdr_offers_open(&costs);
}

/* All ranks together allocate the same large buffers for cell after cell. The
 * system clears every page that it gives: a third of a simulation's time. */
static void keep_freed_pages(void)
{
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_TRIM_THRESHOLD, -1);
}

int MPI_Init(int *argc, char ***argv)
{
    const char *path = getenv("QDR_SOFTWARE");
    qdr_hardware *hardware;
    qdr_active_costs active = {0, 0, 0};
    qdr_meeting_costs meeting = {0};
    qdr_error error = {""};
    int code = PMPI_Init(argc, argv), packets = 0;

    keep_freed_pages();
    require(qdr_hardware_load(getenv("QDR_HARDWARE"), NULL, &hardware, &error),
            &error);
    if (path != NULL)
        read_software(path, &active, &meeting, &packets);
    if (path != NULL && own.sends == QDR_SENDS_RENDEZVOUS) {
        meeting.contention = hardware->contention;
        meeting.long_bytes = hardware->contention_bytes;
    }
    qdr_processor_new(&active, hardware->duplex == QDR_DUPLEX_HALF);
    if (!read_machine()) {
        qdr_control_network_open(hardware->control_network);
        open_local_work(hardware);
    }
    qdr_rendezvous_open(&meeting);
    open_offers(hardware, &meeting, packets);
    qdr_hardware_free(hardware);
    return code;
}

int MPI_Finalize(void)
{
    qdr_processor_stop(qdr_processor_own());
    return PMPI_Finalize();
}
