/* workloads/fft/fft_processor.c -- what this processor has; see fft_lanes.h. */
#include "workloads/fft/fft_lanes.h"

bool qdr_fft_has_lanes(int lane_bytes)
{
#if defined __x86_64__
    if (lane_bytes == 64)
        return __builtin_cpu_supports("avx512f");
    if (lane_bytes == 32)
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#endif
    return lane_bytes == 16;
}
