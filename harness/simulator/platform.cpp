// harness/simulator/platform.cpp -- the network of a machine that is not here,
// as a SimGrid platform.
//
// A shared object for `smpirun -platform`. QDR_HARDWARE names the hardware
// YAML, QDR_NODES the number of nodes, QDR_MACHINE the machine's YAML, which a
// mesh needs for its shape, QDR_SOFTWARE, if set, the software YAML.

#include <cstdarg>
#include <cstdio>
#include <cstdlib>

#include "harness/simulator/network_zone.hpp"

namespace
{

// One for each qdr_topology, in its order.
constexpr quadrille::NetworkZone *(*makers[QDR_NUM_TOPOLOGIES])(
    const qdr_hardware &, const qdr_machine *, int) = {quadrille::make_fat_tree,
                                                       quadrille::make_mesh};

[[noreturn]] void refuse(const char *what)
{
    fprintf(stderr, "platform: %s\n", what);
    abort();
}

const char *require(const char *variable)
{
    const char *text = getenv(variable);

    if (text == nullptr)
        refuse("QDR_HARDWARE and QDR_NODES are needed, QDR_MACHINE too for a "
               "mesh");
    return text;
}

// What the software does between the meeting of sender and receiver and the
// first byte. To a message it is latency.
double handshake_us()
{
    const char *path = getenv("QDR_SOFTWARE");
    qdr_software *software = nullptr;
    qdr_error error = {};

    if (path == nullptr)
        return 0;
    if (qdr_software_load(path, NULL, &software, &error) != QDR_OK)
        refuse(error.text);
    double found = software->handshake_us;
    qdr_software_free(software);
    return found;
}

} // namespace

// Called by SimGrid.
extern "C" void load_platform(const simgrid::s4u::Engine &)
{
    int num_nodes = atoi(require("QDR_NODES"));
    qdr_hardware *hardware = nullptr;
    qdr_machine *machine = nullptr;
    qdr_error error = {};

    if (qdr_hardware_load(require("QDR_HARDWARE"), NULL, &hardware, &error) !=
        QDR_OK)
        refuse(error.text);
    if (hardware->topology == QDR_TOPOLOGY_MESH) {
        const char *path = require("QDR_MACHINE");
        if (qdr_machine_load(path, NULL, &machine, &error) != QDR_OK ||
            qdr_hardware_fit(hardware, machine, &error) != QDR_OK)
            refuse(error.text);
        if (num_nodes > machine->max_procs)
            refuse("QDR_NODES: more than the mesh has");
    }
    hardware->network_latency_us += handshake_us();
    makers[hardware->topology](*hardware, machine, num_nodes)
        ->get_iface()
        ->seal();
    qdr_machine_free(machine);
    qdr_hardware_free(hardware);
}
