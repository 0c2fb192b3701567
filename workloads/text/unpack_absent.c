/* workloads/text/unpack_absent.c -- replaces unpack.c where liblzma is absent.
 */
#include "workloads/text/packed.h"

qdr_status qdr_bytes_unpack(qdr_bytes *bytes, const char *name,
                            const void *data, size_t length, qdr_error *error)
{
    (void)bytes;
    (void)data;
    (void)length;
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "%s: built without xz, which packed files and stored "
                    "airfoil meshes need; accepted: text that is not packed",
                    name);
}
