// harness/simulator/fat_tree.cpp -- nodes joined by a fat tree.
//
// A link of the tree is the sum of the parallel links that leave a group, among
// which the CM-5 chooses at random for each packet. A packet has packet_bytes,
// of which packet_data_bytes carry user data; the levels' rates are those of
// packets.
//
// Source: [ponnusamy1992, Sec. 2]. What this network delivers is measured by
// flows_check.c.
#include "harness/simulator/network_zone.hpp"

namespace quadrille
{

namespace
{

class FatTree final : public NetworkZone
{
  public:
    FatTree(const qdr_hardware &hardware, int num_ranks)
        : NetworkZone("fat_tree", hardware, num_ranks)
    {
        int num_nodes = count_nodes(hardware, num_ranks);
        double data_share =
            hardware.packet_bytes == 0
                ? 1
                : static_cast<double>(hardware.packet_data_bytes) /
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
                levels_[l].up.push_back(make_link(name + "_up", bandwidth));
                levels_[l].down.push_back(make_link(name + "_down", bandwidth));
            }
        }
    }

  private:
    struct Level {
        unsigned long nodes;
        std::vector<const Link *> up, down; // one of each a group
    };

    void cross(unsigned long from, unsigned long to,
               std::vector<const Link *> &links) const override
    {
        for (const Level &level : levels_)
            if (from / level.nodes != to / level.nodes)
                links.push_back(level.up[from / level.nodes]);
        for (auto level = levels_.rbegin(); level != levels_.rend(); ++level)
            if (from / level->nodes != to / level->nodes)
                links.push_back(level->down[to / level->nodes]);
    }

    std::vector<Level> levels_; // from the leaves up
};

} // namespace

NetworkZone *make_fat_tree(const qdr_hardware &hardware, const qdr_machine *,
                           int num_ranks)
{
    return new FatTree(hardware, num_ranks);
}

} // namespace quadrille
