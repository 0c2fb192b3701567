// harness/simulator/platform.cpp -- the network of a machine that no longer
// exists, as a SimGrid platform.
//
// A shared object for `smpirun -platform`; QDR_HARDWARE names the hardware
// YAML, QDR_NODES the number of nodes. A route is computed when it is asked
// for, in O(nodes) memory:
//
//   node interface, links up ..., links down ..., node interface
//
// The node interface is one link for both directions, because the node's
// processor itself moves the data in and out. A link of the tree is the sum of
// the parallel links that leave a group, among which the CM-5 chooses at random
// for each packet. A packet has packet_bytes, of which packet_data_bytes carry
// user data; the tree's rates are those of packets, the node's is of data.
//
// Source: [ponnusamy1992, Sec. 2]. What this network delivers is measured by
// platform_check.c.

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <simgrid/kernel/routing/NetPoint.hpp>
#include <simgrid/kernel/routing/NetZoneImpl.hpp>
#include <simgrid/s4u.hpp>

#include "harness/machine/machine.h"

namespace
{

namespace s4u = simgrid::s4u;
namespace routing = simgrid::kernel::routing;

constexpr double bytes_per_mb = 1e6;
constexpr double seconds_per_us = 1e-6;
constexpr double node_flops = 1e9; // unused: no computation is simulated

class FatTree final : public routing::NetZoneImpl
{
  public:
    FatTree(const qdr_hardware &hardware, int num_nodes)
        : NetZoneImpl("fat_tree")
    {
        for (int node = 0; node < num_nodes; node++) {
            // Zero-padded: SMPI takes hosts in alphabetical order.
            char name[16];
            snprintf(name, sizeof name, "node%07d", node);
            get_iface()->create_host(name, node_flops)->seal();
            // Every route passes two interfaces; each has half the latency.
            interfaces_.push_back(make_link(std::string(name) + "_interface",
                                            hardware.node_bandwidth_mb_s,
                                            hardware.network_latency_us / 2));
        }
        double data_share = static_cast<double>(hardware.packet_data_bytes) /
                            hardware.packet_bytes;
        for (unsigned l = 0; l < hardware.num_levels; l++) {
            const qdr_tree_level &level = hardware.levels[l];
            double bandwidth =
                level.bandwidth_per_node_mb_s * level.nodes * data_share;
            levels_.push_back(
                {static_cast<unsigned long>(level.nodes), {}, {}});
            for (int group = 0; group * level.nodes < num_nodes; group++) {
                std::string name = "level" + std::to_string(l + 1) + "_" +
                                   std::to_string(group);
                levels_[l].up.push_back(make_link(name + "_up", bandwidth, 0));
                levels_[l].down.push_back(
                    make_link(name + "_down", bandwidth, 0));
            }
        }
    }

    void get_local_route(const routing::NetPoint *src,
                         const routing::NetPoint *dst, routing::Route *route,
                         double *latency) override
    {
        unsigned long from = src->id();
        unsigned long to = dst->id();
        std::vector<const s4u::Link *> links = {interfaces_[from]};

        for (const Level &level : levels_)
            if (from / level.nodes != to / level.nodes)
                links.push_back(level.up[from / level.nodes]);
        for (auto level = levels_.rbegin(); level != levels_.rend(); ++level)
            if (from / level->nodes != to / level->nodes)
                links.push_back(level->down[to / level->nodes]);
        if (from != to)
            links.push_back(interfaces_[to]);
        for (const s4u::Link *link : links) {
            route->link_list_.push_back(link->get_impl());
            if (latency != nullptr)
                *latency += link->get_latency();
        }
    }

  private:
    struct Level {
        unsigned long nodes;
        std::vector<const s4u::Link *> up, down; // one of each a group
    };

    const s4u::Link *make_link(const std::string &name, double bandwidth_mb_s,
                               double latency_us)
    {
        return get_iface()
            ->create_link(name, bandwidth_mb_s * bytes_per_mb)
            ->set_latency(latency_us * seconds_per_us)
            ->seal();
    }

    std::vector<const s4u::Link *> interfaces_; // of node i
    std::vector<Level> levels_;                 // from the leaves up
};

} // namespace

// Called by SimGrid, which takes ownership of the first zone made: it is the
// root.
extern "C" void load_platform(const s4u::Engine &)
{
    const char *path = getenv("QDR_HARDWARE");
    const char *nodes = getenv("QDR_NODES");
    qdr_hardware *hardware = nullptr;
    qdr_error error = {};

    if (path == nullptr || nodes == nullptr ||
        qdr_hardware_load(path, &hardware, &error) != QDR_OK) {
        fprintf(stderr, "platform: %s\n",
                path == nullptr || nodes == nullptr
                    ? "QDR_HARDWARE and QDR_NODES are needed"
                    : error.text);
        abort();
    }
    (new FatTree(*hardware, atoi(nodes)))->get_iface()->seal();
    qdr_hardware_free(hardware);
}
