// A typed wrapper of Leptonica, the only header that Swift imports; contains nothing else.
#ifndef VITALBUS_CLEPTONICA_SHIM_H
#define VITALBUS_CLEPTONICA_SHIM_H

#include <allheaders.h>
// From 1.83 on, the struct behind PIX has a header of its own. Swift needs it, because it has no type for an unknown struct.
#if __has_include(<pix_internal.h>)
#include <pix_internal.h>
#endif

// Leptonica and its libtiff write to standard error by default; this project returns errors as values.
static inline void vb_lept_silence(void) {
    setMsgSeverity(L_SEVERITY_NONE);
}

// A JPEG with each side divided by `reduction`; null if its data is damaged, unless that is accepted.
static inline PIX *vb_lept_read_jpeg(const uint8_t *bytes, size_t count, int reduction, int accepts_damage) {
    l_int32 warnings = 0;
    return pixReadMemJpeg(bytes, count, 0, reduction, &warnings, accepts_damage ? L_JPEG_CONTINUE_WITH_BAD_DATA : 0);
}

#endif
