/* workloads/text/file_kind.c -- see packed.h. */
#include "workloads/text/packed.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *begin, *name;
    size_t length;
} kinds[] = {
    {"\x1f\x8b", "packed by gzip", 2},
    {"\x1f\x9d", "packed by compress", 2},
    {"BZh", "packed by bzip2", 3},
    {"PK\3\4", "packed by zip", 4},
    {"7z\xbc\xaf", "packed by 7-Zip", 4},
    {"\x28\xb5\x2f\xfd", "packed by zstd", 4},
    {"\x5d\0\0", "packed by lzma", 3},
    {"\xfd"
     "7zXZ",
     "packed by xz, twice or not whole", 5},
    {"\x89HDF", "HDF5, as of MATLAB", 4},
    {"MATLAB 5.0 MAT", "a MAT-file of MATLAB", 14},
    {"\xff\xfe", "text of UTF-16 or 32", 2},
    {"\xfe\xff", "text of UTF-16 or 32", 2},
};

/* Letters of UTF-16 without its mark: every second byte is zero. */
static bool is_utf16(const char *data, size_t length)
{
    return length >= 4 && !data[0] != !data[1] && !data[0] == !data[2] &&
           !data[1] == !data[3];
}

static const char *name_of(const char *data, size_t length)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (length >= kinds[i].length &&
            memcmp(data, kinds[i].begin, kinds[i].length) == 0)
            return kinds[i].name;
    return is_utf16(data, length) ? "text of UTF-16" : NULL;
}

static int line_of(const char *data, const char *place)
{
    int line = 1;

    for (; data < place; data++)
        line += *data == '\n';
    return line;
}

qdr_status qdr_file_kind_refuse(const char *data, size_t from, size_t length,
                                const char *name, qdr_error *error)
{
    const char *kind = from == 0 ? name_of(data, length) : NULL;
    const char *zero = memchr(data + from, '\0', length - from);

    if (kind != NULL)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "%.300s: %s; accepted: text of ASCII or UTF-8, plain "
                        "or packed by xz",
                        name, kind);
    if (zero == NULL)
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "%.300s:%d: a zero byte; accepted: text", name,
                    line_of(data, zero));
}

qdr_status qdr_file_kind_refuse_lines(const char *data, size_t length,
                                      const char *name, qdr_error *error)
{
    const char *at = data, *end = data + length;

    while ((at = memchr(at, '\r', (size_t)(end - at))) != NULL)
        if (*++at != '\n')
            return qdr_fail(error, QDR_ERROR_INPUT,
                            "%.300s:%d: a carriage return (CR) alone; "
                            "accepted: lines that end in LF or CR LF",
                            name, line_of(data, at));
    return QDR_OK;
}

bool qdr_is_harwell_boeing(const char *text)
{
    int end = 0;

    for (int i = 0; i < 2 && text != NULL; i++) {
        text = strchr(text, '\n');
        text += text != NULL;
    }
    /* The third line has a type, such as RUA, and counts. */
    if (text != NULL)
        sscanf(text, "%*1[RCPIQrcpiq]%*1[SUHZRsuhzr]%*1[AEae]%*[ ]%*d%*d%*d%n",
               &end);
    return end > 0;
}
