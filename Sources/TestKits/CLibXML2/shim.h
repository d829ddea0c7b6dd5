#ifndef VITALBUS_CLIBXML2_SHIM_H
#define VITALBUS_CLIBXML2_SHIM_H

#include <libxml/parser.h>

#endif
