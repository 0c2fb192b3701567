// harness/simulator/link_use.cpp -- see link_use.h.
#include "harness/simulator/link_use.h"

#include <simgrid/s4u/Host.hpp>
#include <simgrid/s4u/Link.hpp>

sg_link_t qdr_link_of_node(const char *name)
{
    const std::string host = simgrid::s4u::Host::current()->get_name();

    return simgrid::s4u::Link::by_name_or_null(host + "_" + name);
}

bool qdr_link_is_used(const_sg_link_t link)
{
    return link->is_used();
}

void qdr_link_set_rate(sg_link_t link, double bytes_per_s)
{
    *link->get_data<double>() = bytes_per_s;
    link->set_bandwidth(link->get_bandwidth()); // lets SimGrid share anew
}
