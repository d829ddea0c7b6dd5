#ifndef VITALBUS_CZLIB_SHIM_H
#define VITALBUS_CZLIB_SHIM_H

#include <zlib.h>

/* inflateInit2 is a macro. A negative size of the window means deflate data without a header, as zip files have it. */
static inline int vb_inflate_init_raw(z_stream *stream) {
    return inflateInit2(stream, -MAX_WBITS);
}

#endif
