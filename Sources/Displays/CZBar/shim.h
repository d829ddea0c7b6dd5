// A typed door to ZBar, which Swift sees through this header alone. Nothing else belongs here.
#ifndef VITALBUS_CZBAR_SHIM_H
#define VITALBUS_CZBAR_SHIM_H

#include <zbar.h>

// ZBar's name of grey images of one byte a pixel.
static inline unsigned long vb_zbar_gray(void) {
    return zbar_fourcc('Y', '8', '0', '0');
}

#endif
