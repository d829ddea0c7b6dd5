// A typed wrapper of libheif 1.15 (Debian: libheif-dev), the only header that Swift imports; contains nothing else.
#ifndef VITALBUS_CHEIF_SHIM_H
#define VITALBUS_CHEIF_SHIM_H

#include <libheif/heif.h>

#endif
