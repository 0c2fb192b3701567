/* harness/machine/machine_test.c -- the files of machines agree with each
 * other. */
#include <glob.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/machine/machine.h"
#include "kernels/testing/unit_test.h"

#define FOLDER "configs/machines/"

enum { ENVELOPE_BYTES = 16 };

static qdr_machine *load(const char *path)
{
    qdr_machine *machine = NULL;
    qdr_error error = {""};

    if (qdr_machine_load(path, NULL, &machine, &error) != QDR_OK)
        fail_msg("%s", error.text);
    return machine;
}

/* SimGrid's own, where the machine has it so. */
static double smpi_overheads_us(const qdr_machine *machine)
{
    return machine->smpi == NULL ? 0
                                 : machine->smpi->send_overhead_us +
                                       machine->smpi->receive_overhead_us;
}

/* A value in a file is rounded to a multiple of `unit`. */
static void assert_rounded(const char *name, const char *what, double found,
                           double expected, double unit)
{
    if (fabs(found - expected) > 0.5 * unit * (1 + 1e-9))
        fail_msg("%s: %s is %g; its hardware and software make it %g", name,
                 what, found, expected);
}

/* Times are rounded to 0.1, shorter ones to more digits. */
static void assert_time(const char *name, const char *what, double found,
                        double expected)
{
    double unit = expected < 1 ? 1e-4 : expected < 10 ? 1e-3 : 0.1;

    assert_rounded(name, what, found, expected, unit);
}

static void load_parts(const qdr_machine *machine, qdr_hardware **out_hardware,
                       qdr_software **out_software)
{
    qdr_error error = {""};
    char path[128];

    snprintf(path, sizeof path, FOLDER "hardware/%s.yaml", machine->hardware);
    if (qdr_hardware_load(path, NULL, out_hardware, &error) != QDR_OK ||
        qdr_hardware_fit(*out_hardware, machine, &error) != QDR_OK)
        fail_msg("%s", error.text);
    snprintf(path, sizeof path, FOLDER "software/%s.yaml", machine->software);
    if (qdr_software_load(path, NULL, out_software, &error) != QDR_OK)
        fail_msg("%s", error.text);
}

/* What keeps a receiver busy for a message of 8 bytes, where all others send
 * and slow each other down. */
static double together_us(const qdr_machine *machine,
                          const qdr_hardware *hardware)
{
    return (ENVELOPE_BYTES + 8) * machine->network->beta_ns * 1e-3 *
           (1 + hardware->contention * log2(machine->max_procs - 1));
}

/* Who is said to be free is so for all of alpha but the overhead of its end. */
static void assert_free(const char *path, const qdr_machine *machine,
                        const qdr_hardware *hardware,
                        const qdr_software *software)
{
    const qdr_network *network = machine->network;
    double sends_us = software->send_overhead_us;
    double receives_us = software->receive_overhead_us;

    if (machine->smpi != NULL) {
        sends_us += machine->smpi->send_overhead_us;
        receives_us += machine->smpi->receive_overhead_us;
        if (hardware->contention > 0)
            receives_us = fmax(receives_us, together_us(machine, hardware));
        assert_true(network->sender_free_us > 0);
    }
    if (network->sender_free_us > 0) {
        assert_time(path, "sender_free_us", network->sender_free_us,
                    network->alpha_us - sends_us);
        assert_time(path, "receiver_free_us", network->receiver_free_us,
                    network->alpha_us - receives_us);
    }
}

/* Bandwidth of the narrowest link: in a tree that of a group, the user data of
 * its packets alone. */
static double link_bandwidth_mb_s(const qdr_hardware *hardware)
{
    double narrowest = INFINITY;

    if (hardware->topology == QDR_TOPOLOGY_MESH)
        return hardware->link_bandwidth_mb_s;
    for (unsigned i = 0; i < hardware->num_levels; i++)
        narrowest =
            fmin(narrowest, hardware->levels[i].nodes *
                                hardware->levels[i].bandwidth_per_node_mb_s);
    return hardware->packet_bytes == 0
               ? narrowest
               : narrowest * hardware->packet_data_bytes /
                     hardware->packet_bytes;
}

/* Where all nodes together cannot fill a link, its exact bandwidth does not
 * matter. */
static void assert_link_excess(const char *path, const qdr_machine *machine,
                               const qdr_hardware *hardware)
{
    double all_nodes = hardware->node_bandwidth_mb_s * machine->max_procs;
    double link_mb_s = link_bandwidth_mb_s(hardware);

    if (link_mb_s < all_nodes)
        assert_rounded(path, "link_excess", machine->network->link_excess,
                       link_mb_s / hardware->node_bandwidth_mb_s, 0.01);
}

/* Levels, if the machine's network has them. Without adapters of their own all
 * ranks of a node share the bandwidth that joins it to others. */
static void assert_levels(const char *path, const qdr_network *network,
                          const qdr_hardware *hardware, double overheads_us)
{
    double beta_ns = 1000 / hardware->inside_bandwidth_mb_s;

    assert_int_equal(network->node_ranks, hardware->node_ranks);
    assert_int_equal(network->adapter_ranks, hardware->adapter_ranks > 0
                                                 ? hardware->adapter_ranks
                                                 : hardware->node_ranks);
    if (hardware->node_ranks == 0)
        return;
    assert_time(path, "inside_beta_ns", network->inside_beta_ns, beta_ns);
    assert_time(path, "inside_alpha_us", network->inside_alpha_us,
                overheads_us + hardware->inside_latency_us +
                    ENVELOPE_BYTES * beta_ns * 1e-3);
}

/* An algorithm is chosen for the machine that is then simulated: with alpha and
 * beta of a message that meets no other. SimGrid sends 16 bytes more. */
static void check_network(const char *path, const qdr_machine *machine)
{
    qdr_hardware *hardware;
    qdr_software *software;
    double beta_ns;

    load_parts(machine, &hardware, &software);
    assert_non_null(machine->network);
    beta_ns = 1000 / hardware->node_bandwidth_mb_s;
    assert_time(path, "beta_ns", machine->network->beta_ns, beta_ns);
    assert_time(path, "gamma_ns", machine->network->gamma_ns,
                software->gamma_ns);
    assert_time(path, "alpha_us", machine->network->alpha_us,
                software->send_overhead_us + software->handshake_us +
                    hardware->network_latency_us +
                    software->receive_overhead_us +
                    software->receive_latency_us + smpi_overheads_us(machine) +
                    ENVELOPE_BYTES * beta_ns * 1e-3);
    assert_free(path, machine, hardware, software);
    assert_levels(path, machine->network, hardware,
                  software->send_overhead_us + software->handshake_us +
                      software->receive_overhead_us +
                      software->receive_latency_us +
                      smpi_overheads_us(machine));
    assert_link_excess(path, machine, hardware);
    if ((machine->network->topology == QDR_MESH) !=
        (hardware->topology == QDR_TOPOLOGY_MESH))
        fail_msg("%s: another topology than the hardware's", path);
    assert_int_equal(machine->network->duplex, hardware->duplex);
    qdr_software_free(software);
    qdr_hardware_free(hardware);
}

TEST(networks_are_those_simulated)
{
    glob_t files;
    int num_simulated = 0;

    assert_int_equal(glob(FOLDER "*.yaml", 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++) {
        qdr_machine *machine = load(files.gl_pathv[i]);
        if (machine->kind == QDR_MACHINE_SIMULATED) {
            check_network(files.gl_pathv[i], machine);
            num_simulated++;
        }
        qdr_machine_free(machine);
    }
    globfree(&files);
    assert_true(num_simulated >= 7);
}

TEST(a_network_may_be_missing)
{
    qdr_machine *machine = load(FOLDER "local.yaml");

    assert_null(machine->network);
    qdr_machine_free(machine);
}

/* Of a machine of 4 ranks: SimGrid's overheads, start skews, and their
 * refusals. */
#define SIMULATED "kind: simulated\nhardware: cm5\nsoftware: none\n"
#define OVERHEADS "smpi: {send_overhead_us: 0, receive_overhead_us: -1}\n"
#define SKEWS     "0 or, on a simulated machine of 4 ranks, 8 to 1000000"

static const struct {
    const char *kind, *key, *refusal;
} refused[] = {
    {"kind: local\n", "smpi: {send_overhead_us: 0, receive_overhead_us: 1}\n",
     ":1: kind: local; accepted: hardware, software and optionally smpi with "
     "simulated; slurm with slurm; none of these keys with local"},
    {SIMULATED, OVERHEADS,
     ":6: receive_overhead_us: -1; accepted: numbers from 0"},
    {SIMULATED, "start_skew_ns: 7\n", ":6: start_skew_ns: 7; accepted: " SKEWS},
    {SIMULATED, "start_skew_ns: 1000001\n",
     ":6: start_skew_ns: 1000001; accepted: " SKEWS},
    {SIMULATED, "start_skew_ns: -8\n",
     ":6: start_skew_ns: -8; accepted: " SKEWS},
    {"kind: local\n", "start_skew_ns: 1000\n",
     ":4: start_skew_ns: 1000; accepted: " SKEWS},
};

TEST(bad_numbers_are_refused)
{
    static const char *const scratch = "machine_test.tmp";

    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        qdr_machine *machine = NULL;
        qdr_error error = {""};

        qdr_scratch_print(scratch, "%stitle: t\nmax_procs: 4\n%s",
                          refused[i].kind, refused[i].key);
        assert_int_equal(qdr_machine_load(scratch, NULL, &machine, &error),
                         QDR_ERROR_INPUT);
        assert_says(error.text, refused[i].refusal);
    }
}
