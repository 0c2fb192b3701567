/* harness/machine/hardware_test.c -- the keys that each topology needs, and
 * refusals of hardware and software. */
#include <stdio.h>
#include <string.h>

#include "harness/machine/machine.h"
#include "kernels/testing/unit_test.h"

static const char *const scratch = "hardware_test.tmp";

#define NODE   "node_duplex: full\nnode_bandwidth_mb_s: 9\n"
#define REST   "network_latency_us: 0\ninputs: []\nfitted: []\nstructure: []\n"
#define LEVELS "levels: [{nodes: 4, bandwidth_per_node_mb_s: 1}]\n"

static qdr_status load(const char *text, qdr_hardware **out_hardware,
                       qdr_error *error)
{
    qdr_scratch_print(scratch, "%s" REST, text);
    return qdr_hardware_load(scratch, NULL, out_hardware, error);
}

TEST(packets_are_optional)
{
    qdr_hardware *hardware;
    qdr_error error = {""};

    assert_ok(load("topology: tree\n" NODE LEVELS, &hardware, &error));
    assert_int_equal(hardware->topology, QDR_TOPOLOGY_TREE);
    assert_int_equal(hardware->duplex, QDR_DUPLEX_FULL);
    assert_int_equal(hardware->packet_bytes, 0);
    qdr_hardware_free(hardware);
}

static const struct {
    const char *text, *refusal;
} refused[] = {
    {"topology: torus\n" NODE LEVELS,
     ":1: topology: 'torus'; accepted: tree, mesh"},
    {"topology: tree\nnode_duplex: both\nnode_bandwidth_mb_s: 9\n" LEVELS,
     ":2: node_duplex: 'both'; accepted: full, half"},
    {"topology: tree\n" NODE, ":1: topology: tree; accepted: levels, no "
                              "link_bandwidth_mb_s"},
    {"topology: tree\n" NODE LEVELS "link_bandwidth_mb_s: 1\n",
     ":1: topology: tree; accepted: levels, no link_bandwidth_mb_s"},
    {"topology: mesh\n" NODE,
     ":1: topology: mesh; accepted: link_bandwidth_mb_s above 0, neither "
     "levels nor packet_bytes"},
    {"topology: mesh\n" NODE "link_bandwidth_mb_s: 1\n" LEVELS,
     ":1: topology: mesh"},
    {"topology: mesh\n" NODE "link_bandwidth_mb_s: 1\npacket_bytes: 2\n"
     "packet_data_bytes: 1\n",
     ":1: topology: mesh"},
    {"topology: mesh\n" NODE "link_bandwidth_mb_s: -1\n",
     ":4: link_bandwidth_mb_s: -1; accepted: numbers from 0"},
    {"topology: tree\n" NODE LEVELS "packet_bytes: 20\n",
     ":5: packet_bytes: 20, packet_data_bytes: 0; accepted: 0 < "
     "packet_data_bytes <= packet_bytes, or neither key"},
    {"topology: tree\n" NODE LEVELS "packet_bytes: 20\npacket_data_bytes: 21\n",
     ":5: packet_bytes: 20, packet_data_bytes: 21"},
    {"topology: tree\n" NODE "levels: [{nodes: 4, bandwidth_per_node_mb_s: 1}, "
     "{nodes: 6, bandwidth_per_node_mb_s: 1}]\n",
     ":4: level 2 has 6 nodes at 1 MB/s; accepted: a multiple"},
    {"topology: tree\n" NODE LEVELS "contention: -1\n",
     ":5: contention: -1; accepted: numbers from 0"},
    {"topology: tree\n" NODE LEVELS "contention_bytes: -1\n",
     ":5: contention_bytes: -1; accepted: numbers from 0"},
    {"topology: tree\n" NODE LEVELS "node_ranks: 4\n",
     ":5: node_ranks: 4, inside_bandwidth_mb_s: 0, inside_latency_us: 0; "
     "accepted: node_ranks from 2, a bandwidth above 0"},
    {"topology: tree\n" NODE LEVELS "inside_bandwidth_mb_s: 4\n",
     "node_ranks: 0, inside_bandwidth_mb_s: 4, "},
    {"topology: tree\n" NODE LEVELS
     "node_ranks: 4\ninside_bandwidth_mb_s: 4\ncontention: 1\n",
     "no contention; or none"},
    {"topology: tree\n" NODE LEVELS
     "node_ranks: 4\ninside_bandwidth_mb_s: 4\nadapter_ranks: 3\n",
     ":7: adapter_ranks: 3; accepted: a divisor of node_ranks, 4"},
    {"topology: tree\n" NODE LEVELS "adapter_ranks: 1\n",
     ":5: adapter_ranks: 1; accepted: a divisor of node_ranks, 0"},
    {"topology: tree\n" NODE LEVELS "copy_ns: -1\n",
     ":5: copy_ns: -1; accepted: numbers from 0"},
    {"topology: tree\n" NODE LEVELS "indexed_copy_ns: -1\n",
     ":5: indexed_copy_ns: -1; accepted: numbers from 0"},
    {"topology: tree\n" NODE LEVELS "instruction_ns: -1\n",
     ":5: instruction_ns: -1; accepted: numbers from 0"},
    {"topology: tree\n" NODE LEVELS "scheduling_ns: -1\n",
     ":5: scheduling_ns: -1; accepted: numbers from 0"},
    {"topology: tree\n" NODE LEVELS "flop_ns: -1\n",
     ":5: flop_ns: -1; accepted: numbers from 0"},
    {"topology: tree\n" NODE LEVELS
     "control_network: {latency_us: 1, sum_us: -1, concatenation_us: 1, "
     "broadcast_ns: 1}\n",
     ":5: sum_us: -1; accepted: numbers from 0"},
};

TEST(bad_hardware_is_refused)
{
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        qdr_hardware *hardware = NULL;
        qdr_error error = {""};

        assert_int_equal(load(refused[i].text, &hardware, &error),
                         QDR_ERROR_INPUT);
        assert_null(hardware);
        if (strncmp(error.text, scratch, strlen(scratch)) != 0 ||
            strstr(error.text, refused[i].refusal) == NULL)
            fail_msg("'%s'; expected: %s", error.text, refused[i].refusal);
    }
}

TEST(no_software_takes_less_than_no_time)
{
    static const char *const keys[] = {
        "send_overhead_us", "receive_overhead_us",
        "active_send_us",   "active_receive_us",
        "gamma_ns",         "handshake_us",
        "posted_us",        "pending_ns",
        "block_us",         "interrupt_us"};

    for (size_t bad = 0; bad < sizeof keys / sizeof *keys; bad++) {
        FILE *file = fopen(scratch, "w");
        qdr_software *software = NULL;
        qdr_error error = {""};
        char refusal[200];

        assert_non_null(file);
        fprintf(file, "sends: eager\ninputs: []\nfitted: []\nstructure: []\n");
        for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
            fprintf(file, "%s: %d\n", keys[i], i == bad ? -1 : 1);
        fclose(file);
        snprintf(refusal, sizeof refusal,
                 "%s:%zu: %s: -1; accepted: numbers from 0", scratch, bad + 5,
                 keys[bad]);
        assert_int_equal(qdr_software_load(scratch, NULL, &software, &error),
                         QDR_ERROR_INPUT);
        assert_null(software);
        assert_string_equal(error.text, refusal);
    }
}

/* A mesh gets its rows and columns from the machine, which must have them. */
TEST(a_mesh_needs_a_shape)
{
    static const char *const path = "configs/machines/cm5_1992.yaml";
    qdr_hardware *hardware;
    qdr_machine *machine;
    qdr_error error = {""};

    assert_ok(load("topology: mesh\n" NODE "link_bandwidth_mb_s: 1\n",
                   &hardware, &error));
    assert_ok(qdr_machine_load(path, NULL, &machine, &error));
    assert_int_equal(qdr_hardware_fit(hardware, machine, &error),
                     QDR_ERROR_INPUT);
    assert_string_equal(
        error.text,
        "configs/machines/cm5_1992.yaml:6: hardware: a mesh, but network has "
        "no rows and columns; accepted: both keys in network");
    qdr_machine_free(machine);
    qdr_hardware_free(hardware);
}

/* Ranks a node are in both files, for the choice and for the simulation. */
TEST(levels_have_the_ranks_of_nodes)
{
    static const char *const path =
        "configs/machines/fat_tree_16_ranks_smpi.yaml";
    qdr_hardware *hardware;
    qdr_machine *machine;
    qdr_error error = {""};

    assert_ok(load("topology: tree\n" NODE LEVELS "node_ranks: 4\n"
                   "inside_bandwidth_mb_s: 4\n",
                   &hardware, &error));
    assert_ok(qdr_machine_load(path, NULL, &machine, &error));
    assert_int_equal(qdr_hardware_fit(hardware, machine, &error),
                     QDR_ERROR_INPUT);
    assert_non_null(
        strstr(error.text, ": node_ranks: 16; accepted: 4, those of hardware"));
    hardware->node_ranks = 16;
    assert_ok(qdr_hardware_fit(hardware, machine, &error));
    qdr_machine_free(machine);
    qdr_hardware_free(hardware);
}
