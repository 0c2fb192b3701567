#include "kernels/testing/networks.h"

const qdr_network qdr_test_networks[QDR_NUM_TEST_NETWORKS] = {
    {.alpha_us = 100, .beta_ns = 50, .gamma_ns = 20, .link_excess = 1},
    {.alpha_us = 1.3,
     .beta_ns = 0.08,
     .gamma_ns = 0.1,
     .link_excess = 32,
     .sender_free_us = 0.95,
     .receiver_free_us = 0.95},
    {.alpha_us = 89.8,
     .beta_ns = 111.1,
     .link_excess = 3.56,
     .sender_free_us = 45.8,
     .receiver_free_us = 89.8}};

const qdr_network qdr_test_slow_bytes = {
    .alpha_us = 4, .beta_ns = 1000, .link_excess = 1};

const qdr_network qdr_test_levels = {.alpha_us = 0.05,
                                     .beta_ns = 10,
                                     .link_excess = 1,
                                     .sender_free_us = 0.02,
                                     .receiver_free_us = 0.02,
                                     .inside_alpha_us = 0.04,
                                     .inside_beta_ns = 2,
                                     .node_ranks = 3,
                                     .adapter_ranks = 2};

const char qdr_test_levels_line[] =
    "alpha_us=0.05;beta_ns=10;sender_free_us=0.02;receiver_free_us=0.02;"
    "inside_alpha_us=0.04;inside_beta_ns=2;node_ranks=3;adapter_ranks=2";
