// A typed door to Leptonica, which Swift sees through this header alone. Nothing else belongs here.
#ifndef VITALBUS_CLEPTONICA_SHIM_H
#define VITALBUS_CLEPTONICA_SHIM_H

#include <allheaders.h>

// Leptonica writes to standard error by itself, and lets libtiff do so; errors are values here.
static inline void vb_lept_silence(void) {
    setMsgSeverity(L_SEVERITY_NONE);
}

// A JPEG with each side divided by `reduction`; null where data is damaged, unless that is accepted.
static inline PIX *vb_lept_read_jpeg(const uint8_t *bytes, size_t count, int reduction, int accepts_damage) {
    l_int32 warnings = 0;
    return pixReadMemJpeg(bytes, count, 0, reduction, &warnings, accepts_damage ? L_JPEG_CONTINUE_WITH_BAD_DATA : 0);
}

#endif
