// harness/simulator/network_zone.hpp -- the nodes of a simulated machine, and
// how they are joined.
//
// A route is computed when it is asked for, in O(nodes) memory:
//
//   interface of the source, links of the topology ..., entrance and interface
//   of the destination
//
// The interface of a node that sends and receives at the same time is a link
// for each direction; otherwise one link, because the node's processor itself
// moves the data in and out. Each of a route's two interfaces has half of the
// network's latency; what joins them has none. The entrance, of a machine with
// contention, has a node's bandwidth, and loses of it to those who send at
// once; where senders wait for their receivers, rendezvous.c counts them.
//
// SimGrid's host is a rank. Ranks of one node are joined by
//
//   memory of the source, memory of the destination
//
// which are links like interfaces; the ranks of an adapter share its
// interfaces.
#ifndef QUADRILLE_HARNESS_SIMULATOR_NETWORK_ZONE_HPP
#define QUADRILLE_HARNESS_SIMULATOR_NETWORK_ZONE_HPP

#include <deque>
#include <functional>
#include <string>
#include <vector>

#include <simgrid/kernel/routing/NetPoint.hpp>
#include <simgrid/kernel/routing/NetZoneImpl.hpp>
#include <simgrid/s4u.hpp>

#include "harness/machine/machine.h"

namespace quadrille
{

using Link = simgrid::s4u::Link;

class NetworkZone : public simgrid::kernel::routing::NetZoneImpl
{
  public:
    void get_local_route(const simgrid::kernel::routing::NetPoint *src,
                         const simgrid::kernel::routing::NetPoint *dst,
                         simgrid::kernel::routing::Route *route,
                         double *latency) override;

  protected:
    // Makes the ranks' hosts, and the nodes' interfaces.
    NetworkZone(const std::string &name, const qdr_hardware &hardware,
                int num_ranks);

    // The number of nodes of so many ranks.
    static int count_nodes(const qdr_hardware &hardware, int num_ranks);

    // A link in one direction, without latency; bandwidth of user data.
    const Link *make_link(const std::string &name, double bandwidth_mb_s);

    // Appends what lies between the interfaces of two nodes.
    virtual void cross(unsigned long from, unsigned long to,
                       std::vector<const Link *> &links) const = 0;

  private:
    // A link that has its usual rate until the program sets one (link_use.h).
    const Link *
    make_adjustable(Link *link,
                    const std::function<double(double, int)> &usual);

    std::deque<double> rates_; // those set, bytes/s; 0: none
    unsigned long node_ranks_, adapter_ranks_;
    std::vector<const Link *> out_, in_;                // of adapter i
    std::vector<const Link *> entrance_;                // likewise, or empty
    std::vector<const Link *> to_memory_, from_memory_; // of rank i, or empty
};

// A machine's network of a topology. SimGrid takes ownership of the first zone
// made: it is the root.
NetworkZone *make_fat_tree(const qdr_hardware &hardware,
                           const qdr_machine *machine, int num_ranks);
NetworkZone *make_mesh(const qdr_hardware &hardware, const qdr_machine *machine,
                       int num_ranks);

} // namespace quadrille

#endif
