/* harness/cli/output/bench_again.h -- `quadrille bench --from`: repeats a
 * launch (one mpirun). */
#ifndef QUADRILLE_HARNESS_CLI_OUTPUT_BENCH_AGAIN_H
#define QUADRILLE_HARNESS_CLI_OUTPUT_BENCH_AGAIN_H

#include "kernels/core/base/status.h"

/* qdr_bench_again measures the launch whose JSON is at `path` again, with this
 * program, in `folder`, from the configuration that the JSON holds. */
qdr_status qdr_bench_again(const char *path, const char *folder,
                           qdr_error *error);

#endif
