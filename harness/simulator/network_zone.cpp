// harness/simulator/network_zone.cpp -- see network_zone.hpp.
#include "harness/simulator/network_zone.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include <simgrid/version.h>

namespace quadrille
{

namespace
{

constexpr double bytes_per_mb = 1e6;
constexpr double seconds_per_us = 1e-6;
constexpr double node_flops = 1e9; // unused: no computation is simulated

// What SimGrid 4.0 calls by another name. It also makes the root zone, below
// which ours is.
#if SIMGRID_VERSION >= 40000
simgrid::kernel::routing::NetZoneImpl *parent_zone()
{
    return simgrid::s4u::Engine::get_instance()->get_netzone_root()->get_impl();
}

Link *make_named_link(simgrid::s4u::NetZone *zone, const std::string &name,
                      double bandwidth)
{
    return zone->add_link(name, bandwidth);
}

simgrid::s4u::Host *make_named_host(simgrid::s4u::NetZone *zone,
                                    const std::string &name)
{
    return zone->add_host(name, node_flops);
}
#else
simgrid::kernel::routing::NetZoneImpl *parent_zone()
{
    return nullptr;
}

Link *make_named_link(simgrid::s4u::NetZone *zone, const std::string &name,
                      double bandwidth)
{
    return zone->create_link(name, bandwidth);
}

simgrid::s4u::Host *make_named_host(simgrid::s4u::NetZone *zone,
                                    const std::string &name)
{
    return zone->create_host(name, node_flops);
}
#endif

} // namespace

int NetworkZone::count_nodes(const qdr_hardware &hardware, int num_ranks)
{
    int of_node = std::max(hardware.node_ranks, 1);

    return (num_ranks + of_node - 1) / of_node;
}

NetworkZone::NetworkZone(const std::string &name, const qdr_hardware &hardware,
                         int num_ranks)
    : NetZoneImpl(name), node_ranks_(std::max(hardware.node_ranks, 1)),
      adapter_ranks_(hardware.adapter_ranks > 0 ? hardware.adapter_ranks
                                                : node_ranks_)
{
    if (parent_zone() != nullptr)
        set_parent(parent_zone());
    // Half of a message's way.
    auto make_half = [&](const std::string &of, double bandwidth_mb_s,
                         double latency_us) {
        return make_named_link(get_iface(), of, bandwidth_mb_s * bytes_per_mb)
            ->set_latency(latency_us / 2 * seconds_per_us);
    };
    auto make_interface = [&](const std::string &of) {
        return make_half(of, hardware.node_bandwidth_mb_s,
                         hardware.network_latency_us);
    };
    auto make_memory = [&](const std::string &of) {
        return make_half(of, hardware.inside_bandwidth_mb_s,
                         hardware.inside_latency_us)
            ->seal();
    };
    // What k flows into a node share: SimGrid asks with their number.
    auto make_entrance = [&](const std::string &of) {
        double contention = hardware.contention;
        Link *link = make_named_link(
            get_iface(), of, hardware.node_bandwidth_mb_s * bytes_per_mb);
        return make_adjustable(
            link->set_latency(0), [contention](double bandwidth, int flows) {
                return bandwidth / (1 + contention * log2(fmax(1, flows)));
            });
    };
    for (unsigned long rank = 0; rank < static_cast<unsigned long>(num_ranks);
         rank++) {
        // Zero-padded: SMPI takes hosts in alphabetical order.
        char host[32];
        snprintf(host, sizeof host, "node%07lu", rank);
        make_named_host(get_iface(), host)->seal();
        if (node_ranks_ > 1) {
            from_memory_.push_back(make_memory(host + std::string("_out")));
            to_memory_.push_back(make_memory(host + std::string("_in")));
        }
        // The first rank of an adapter has its name. A node has whole ones.
        if (rank % adapter_ranks_ != 0)
            continue;
        std::string interface = std::string(host) + "_interface";
        if (hardware.duplex == QDR_DUPLEX_FULL) {
            out_.push_back(make_interface(interface + "_out")->seal());
            in_.push_back(make_interface(interface + "_in")->seal());
        } else {
            out_.push_back(make_adjustable(
                make_interface(interface),
                [](double bandwidth, int /*flows*/) { return bandwidth; }));
            in_.push_back(out_.back());
        }
        if (hardware.contention > 0)
            entrance_.push_back(make_entrance(std::string(host) + "_entrance"));
    }
}

const Link *
NetworkZone::make_adjustable(Link *link,
                             const std::function<double(double, int)> &usual)
{
    rates_.push_back(0);
    double *rate = &rates_.back();

    link->set_data(rate);
    return link
        ->set_sharing_policy(Link::SharingPolicy::NONLINEAR,
                             [rate, usual](double bandwidth, int flows) {
                                 return *rate > 0 ? *rate
                                                  : usual(bandwidth, flows);
                             })
        ->seal();
}

const Link *NetworkZone::make_link(const std::string &name,
                                   double bandwidth_mb_s)
{
    return make_named_link(get_iface(), name, bandwidth_mb_s * bytes_per_mb)
        ->set_latency(0)
        ->seal();
}

void NetworkZone::get_local_route(const simgrid::kernel::routing::NetPoint *src,
                                  const simgrid::kernel::routing::NetPoint *dst,
                                  simgrid::kernel::routing::Route *route,
                                  double *latency)
{
    unsigned long from = src->id() / node_ranks_;
    unsigned long to = dst->id() / node_ranks_;
    std::vector<const Link *> links = {out_[src->id() / adapter_ranks_]};

    if (!to_memory_.empty() && from == to) {
        links = {from_memory_[src->id()], to_memory_[dst->id()]};
    } else if (from != to) {
        cross(from, to, links);
        if (!entrance_.empty())
            links.push_back(entrance_[dst->id() / adapter_ranks_]);
        links.push_back(in_[dst->id() / adapter_ranks_]);
    }
    for (const Link *link : links) {
        route->link_list_.push_back(link->get_impl());
        if (latency != nullptr)
            *latency += link->get_latency();
    }
}

} // namespace quadrille
