// A typed door to libheif 1.15 (Debian: libheif-dev), which Swift sees through this header alone. Nothing else belongs here.
#ifndef VITALBUS_CHEIF_SHIM_H
#define VITALBUS_CHEIF_SHIM_H

#include <libheif/heif.h>

#endif
