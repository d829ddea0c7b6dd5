// A typed door to libqrencode, which Swift sees through this header alone. Nothing else belongs here.
#ifndef VITALBUS_CQRENCODE_SHIM_H
#define VITALBUS_CQRENCODE_SHIM_H

#include <qrencode.h>

#endif
