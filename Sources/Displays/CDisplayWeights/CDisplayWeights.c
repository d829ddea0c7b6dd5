#include "CDisplayWeights.h"

// #embed is part of C23; the compiler supports it in any C version, with a warning.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t finder[] = {
#embed "finder.vbn"
};

static const uint8_t reader[] = {
#embed "reader.vbn"
};

const uint8_t *vb_finder_weights(void) { return finder; }
ptrdiff_t vb_finder_weights_count(void) { return sizeof(finder); }
const uint8_t *vb_reader_weights(void) { return reader; }
ptrdiff_t vb_reader_weights_count(void) { return sizeof(reader); }
