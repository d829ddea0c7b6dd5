// The weights of the networks that read displays, as constants of the program.
#ifndef VITALBUS_CDISPLAYWEIGHTS_H
#define VITALBUS_CDISPLAYWEIGHTS_H

#include <stddef.h>
#include <stdint.h>

// finder.vbn
const uint8_t *_Nonnull vb_finder_weights(void);
ptrdiff_t vb_finder_weights_count(void);

// reader.vbn
const uint8_t *_Nonnull vb_reader_weights(void);
ptrdiff_t vb_reader_weights_count(void);

#endif
