// harness/simulator/mesh_network.cpp -- nodes joined by a mesh, routed XY.
//
// Node i stands in row i / columns, column i % columns, at a router that has a
// link to, and one from, each neighbour. A message goes along its row to the
// column of its destination, then along that column. Routers without a node,
// where a launch has fewer ranks than the mesh, are there all the same.
// Messages in a link share its bandwidth.
//
// Source: [barnett1994, Sec. 2, 7.1]. Routes are tested by
// mesh_routes_test.cpp, what the network delivers by flows_check.c.
#include <array>

#include "harness/simulator/network_zone.hpp"

namespace quadrille
{

namespace
{

class Mesh final : public NetworkZone
{
  public:
    Mesh(const qdr_hardware &hardware, const qdr_network &shape, int num_nodes)
        : NetworkZone("mesh", hardware, num_nodes), columns_(shape.columns)
    {
        for (int at = 0; at < shape.rows * shape.columns; at++) {
            int row = at / columns_, column = at % columns_;
            auto link_to = [&](bool exists, int neighbour) {
                return exists ? make_link("link" + std::to_string(at) + "_" +
                                              std::to_string(neighbour),
                                          hardware.link_bandwidth_mb_s)
                              : nullptr;
            };
            links_.push_back({link_to(column > 0, at - 1),
                              link_to(column + 1 < columns_, at + 1),
                              link_to(row > 0, at - columns_),
                              link_to(row + 1 < shape.rows, at + columns_)});
        }
    }

  private:
    enum Direction { west, east, north, south };

    void cross(unsigned long from, unsigned long to,
               std::vector<const Link *> &links) const override
    {
        int at = static_cast<int>(from);
        int end = static_cast<int>(to);
        auto go = [&](Direction direction, int distance) {
            links.push_back(links_[static_cast<size_t>(at)][direction]);
            at += distance;
        };

        while (at % columns_ > end % columns_)
            go(west, -1);
        while (at % columns_ < end % columns_)
            go(east, 1);
        while (at > end)
            go(north, -columns_);
        while (at < end)
            go(south, columns_);
    }

    int columns_;
    // Of each router, by direction; none leads out of the mesh.
    std::vector<std::array<const Link *, 4>> links_;
};

} // namespace

NetworkZone *make_mesh(const qdr_hardware &hardware, const qdr_machine *machine,
                       int num_nodes)
{
    return new Mesh(hardware, *machine->network, num_nodes);
}

} // namespace quadrille
