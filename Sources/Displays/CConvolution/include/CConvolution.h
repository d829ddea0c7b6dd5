// The inner loop of convolutions, with the vectors of the processor that it runs on.
#ifndef VITALBUS_CCONVOLUTION_H
#define VITALBUS_CCONVOLUTION_H

#include <stddef.h>
#include <stdint.h>

// The floats in a vector of this processor: 16 with AVX-512, 8 with AVX2 and FMA, 0 if it has no tiles.
int vb_tile_lanes(void);

// For each n from 0 to below `vectors * lanes`: sums[row][n] = sum over t of weights[row][t] * planes[offsets[t] + n].
//
// Rows come in blocks of eight: `weights` is [blocks][taps][8], `sums` is [blocks * 8][vectors * lanes]. `taps` is at least 1,
// `lanes` is 8 or 16 and at most what vb_tile_lanes() says. Each result is the same with 8 lanes as with 16.
void vb_tile_sums(int lanes, const float *_Nonnull planes, const int32_t *_Nonnull offsets, ptrdiff_t taps,
                  const float *_Nonnull weights, ptrdiff_t blocks, float *_Nonnull sums, ptrdiff_t vectors);

#endif
