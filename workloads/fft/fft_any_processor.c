/* workloads/fft/fft_any_processor.c -- for tests: every width is there, as the
 * compiler makes wide vectors of narrow ones. */
#include "workloads/fft/fft_lanes.h"

bool qdr_fft_has_lanes(int lane_bytes)
{
    (void)lane_bytes;
    return true;
}
