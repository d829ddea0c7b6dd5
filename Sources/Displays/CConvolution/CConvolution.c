#include "CConvolution.h"

#if defined(__x86_64__)

// A tile of tiles.S: the sums of eight rows (`_512_`) or four (`_256_`) by one to three vectors; `pitch` is the bytes from one
// row of sums to the next.
typedef void tile(const float *planes, const int32_t *offsets, ptrdiff_t taps, const float *weights, float *sums,
                  ptrdiff_t pitch);

tile vb_tile_512_1, vb_tile_512_2, vb_tile_512_3, vb_tile_256_1, vb_tile_256_2, vb_tile_256_3;

int vb_tile_lanes(void) {
    if (__builtin_cpu_supports("avx512f")) return 16;
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? 8 : 0;
}

void vb_tile_sums(int lanes, const float *planes, const int32_t *offsets, ptrdiff_t taps, const float *weights,
                  ptrdiff_t blocks, float *sums, ptrdiff_t vectors) {
    static tile *const wide[] = {vb_tile_512_1, vb_tile_512_2, vb_tile_512_3};
    static tile *const narrow[] = {vb_tile_256_1, vb_tile_256_2, vb_tile_256_3};
    const ptrdiff_t width = vectors * lanes, pitch = width * (ptrdiff_t)sizeof(float);
    // All rows of one range of places first, so that their common input stays in the nearest cache.
    for (ptrdiff_t first = 0; first < vectors; first += 3) {
        const ptrdiff_t kind = vectors - first < 3 ? vectors - first - 1 : 2;
        for (ptrdiff_t block = 0; block < blocks; block++) {
            const float *factors = weights + block * taps * 8;
            float *target = sums + block * 8 * width + first * lanes;
            if (lanes == 16) {
                wide[kind](planes + first * 16, offsets, taps, factors, target, pitch);
            } else {
                narrow[kind](planes + first * 8, offsets, taps, factors, target, pitch);
                narrow[kind](planes + first * 8, offsets, taps, factors + 4, target + 4 * width, pitch);
            }
        }
    }
}

#else

int vb_tile_lanes(void) { return 0; }

void vb_tile_sums(int lanes, const float *planes, const int32_t *offsets, ptrdiff_t taps, const float *weights,
                  ptrdiff_t blocks, float *sums, ptrdiff_t vectors) {}

#endif
