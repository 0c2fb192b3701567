# harness/testing/network_file.sh -- network files for contract tests, which
# source it after expect.sh.
# shellcheck shell=bash

# write_network FILE ALPHA_US BETA_NS
write_network() {
    cat >"$1" <<END
quadrille-network 1
alpha_us $2
beta_ns $3
gamma_ns 0.1
link_excess 1
topology switched
duplex full
eager_bytes 4096
sender_free_us 0
receiver_free_us 0
END
}
