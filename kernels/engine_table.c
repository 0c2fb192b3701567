/* kernels/engine_table.c -- the engines of the algorithms of kernels.def. */
#include <stddef.h>

#include "kernels/engine.h"

#define QDR_KERNEL(file)
#define QDR_ENGINE_KERNEL(file)                                                \
    extern const qdr_kernel qdr_##file;                                        \
    extern const qdr_engine qdr_##file##_engine;
#include "kernels/kernels.def"
#undef QDR_ENGINE_KERNEL

static const struct {
    const qdr_kernel *kernel;
    const qdr_engine *engine;
} engines[] = {
#define QDR_ENGINE_KERNEL(file) {&qdr_##file, &qdr_##file##_engine},
#include "kernels/kernels.def"
#undef QDR_ENGINE_KERNEL
#undef QDR_KERNEL
};

const qdr_engine *qdr_engine_of(const qdr_kernel *kernel)
{
    for (size_t i = 0; i < sizeof engines / sizeof *engines; i++)
        if (engines[i].kernel == kernel)
            return engines[i].engine;
    return NULL;
}
