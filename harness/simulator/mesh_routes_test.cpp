// harness/simulator/mesh_routes_test.cpp -- the route between any two nodes of
// a mesh, told from rows and columns alone: the sender's interface out, along
// the row, along the column, the receiver's interface in.
//
// Arguments: the platform. QDR_HARDWARE, QDR_MACHINE and QDR_NODES name the
// mesh.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <simgrid/s4u.hpp>

#include "harness/machine/machine.h"

namespace
{

namespace s4u = simgrid::s4u;

std::string padded(int node)
{
    char text[16];
    snprintf(text, sizeof text, "node%07d", node);
    return text;
}

std::vector<std::string> expected_route(int columns, int from, int to)
{
    std::vector<std::string> names = {padded(from) + "_interface_out"};
    int row = from / columns, column = from % columns;
    auto go = [&](int to_row, int to_column) {
        names.push_back("link" + std::to_string(row * columns + column) + "_" +
                        std::to_string(to_row * columns + to_column));
        row = to_row;
        column = to_column;
    };

    if (from == to)
        return names;
    while (column != to % columns)
        go(row, column < to % columns ? column + 1 : column - 1);
    while (row != to / columns)
        go(row < to / columns ? row + 1 : row - 1, column);
    names.push_back(padded(to) + "_interface_in");
    return names;
}

// The number of routes that are not as expected, of those from one node.
int check_routes_from(int columns, int from, int num_nodes)
{
    int num_off = 0;

    for (int to = 0; to < num_nodes; to++) {
        std::vector<s4u::Link *> links;
        std::vector<std::string> found;
        double latency = 0;
        s4u::Host::by_name(padded(from))
            ->route_to(s4u::Host::by_name(padded(to)), links, &latency);
        found.reserve(links.size());
        for (const s4u::Link *link : links)
            found.push_back(link->get_name());
        if (found == expected_route(columns, from, to))
            continue;
        num_off++;
        printf("from %d to %d:", from, to);
        for (const std::string &name : found)
            printf(" %s", name.c_str());
        printf("\n");
    }
    return num_off;
}

} // namespace

int main(int argc, char **argv)
{
    s4u::Engine engine(&argc, argv);
    qdr_machine *machine = nullptr;
    qdr_error error = {};
    int num_off = 0;

    if (argc != 2 || qdr_machine_load(getenv("QDR_MACHINE"), NULL, &machine,
                                      &error) != QDR_OK) {
        fprintf(stderr, "mesh_routes_test: %s\n", error.text);
        return 2;
    }
    engine.load_platform(argv[1]);
    int num_nodes = atoi(getenv("QDR_NODES"));
    if (engine.get_host_count() != static_cast<size_t>(num_nodes))
        num_off++;
    for (int from = 0; from < num_nodes; from++)
        num_off +=
            check_routes_from(machine->network->columns, from, num_nodes);
    printf("%d nodes, %d routes are off\n", num_nodes, num_off);
    qdr_machine_free(machine);
    return num_off > 0;
}
