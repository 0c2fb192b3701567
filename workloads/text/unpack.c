/* workloads/text/unpack.c -- see packed.h; by liblzma. */
#include <lzma.h>

#include "workloads/text/packed.h"

static qdr_status unpack(qdr_bytes *bytes, lzma_stream *stream,
                         const char *name, qdr_error *error)
{
    size_t capacity = 0;
    lzma_ret result = lzma_stream_decoder(stream, QDR_MAX_FILE_BYTES, 0);
    qdr_status status = QDR_OK;

    while (result == LZMA_OK && status == QDR_OK) {
        status = qdr_bytes_grow(bytes, &capacity, name, error);
        if (status != QDR_OK)
            break;
        stream->next_out = (uint8_t *)bytes->data + bytes->length;
        stream->avail_out = capacity - bytes->length;
        result = lzma_code(stream, LZMA_FINISH);
        bytes->length = capacity - stream->avail_out;
        bytes->data[bytes->length] = '\0';
    }
    if (status == QDR_OK && result == LZMA_STREAM_END)
        status =
            qdr_file_kind_refuse(bytes->data, 0, bytes->length, name, error);
    else if (status == QDR_OK && result == LZMA_MEM_ERROR)
        status = qdr_fail_memory(error, name);
    else if (status == QDR_OK)
        status = qdr_fail(error, QDR_ERROR_INPUT,
                          "%s: damaged or cut short; accepted: a whole xz file",
                          name);
    return status;
}

qdr_status qdr_bytes_unpack(qdr_bytes *bytes, const char *name,
                            const void *data, size_t length, qdr_error *error)
{
    lzma_stream stream = LZMA_STREAM_INIT;
    qdr_bytes made = {0};
    qdr_status status;

    stream.next_in = data;
    stream.avail_in = length;
    status = unpack(&made, &stream, name, error);
    if (status == QDR_OK && stream.avail_in > 0)
        status = qdr_fail(error, QDR_ERROR_INPUT,
                          "%s: %zu bytes after the end; accepted: one xz file",
                          name, stream.avail_in);
    lzma_end(&stream);
    if (status == QDR_OK)
        *bytes = made;
    else
        qdr_bytes_cleanup(&made);
    return status;
}
