// harness/simulator/link_use.cpp -- see link_use.h.
#include "harness/simulator/link_use.h"

#include <simgrid/s4u/Link.hpp>

bool qdr_link_is_used(const_sg_link_t link)
{
    return link->is_used();
}

void qdr_link_share_evenly(sg_link_t link)
{
    link->set_sharing_policy(simgrid::s4u::Link::SharingPolicy::SHARED);
}
