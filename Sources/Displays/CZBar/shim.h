// A typed wrapper of ZBar, the only header that Swift imports; contains nothing else.
#ifndef VITALBUS_CZBAR_SHIM_H
#define VITALBUS_CZBAR_SHIM_H

#include <zbar.h>

// ZBar's code for grey images with one byte per pixel.
static inline unsigned long vb_zbar_gray(void) {
    return zbar_fourcc('Y', '8', '0', '0');
}

#endif
