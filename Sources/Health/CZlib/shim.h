#ifndef VITALBUS_CZLIB_SHIM_H
#define VITALBUS_CZLIB_SHIM_H

#include <stddef.h>
#include <stdint.h>
#include <zlib.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

/* inflateInit2 is a macro. A negative size of the window means deflate data without a header, as zip files have it. */
static inline int vb_inflate_init_raw(z_stream *stream) {
    return inflateInit2(stream, -MAX_WBITS);
}

/* The same for deflateInit2; 8 is zlib's own memory level. */
static inline int vb_deflate_init_raw(z_stream *stream, int level) {
    return deflateInit2(stream, level, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
}

#if defined(__x86_64__)
/*
 * CRC-32 by carry-less multiplication: "Fast CRC Computation for Generic Polynomials Using PCLMULQDQ Instruction"
 * (Gopal, Ozturk, Guilford and others, Intel, 2009); the constants are those of its section on the bit-reflected IEEE
 * polynomial. For 64 bytes and more, in multiples of 16; takes and gives the value without the final complement.
 */
__attribute__((target("sse4.1,pclmul")))
static inline uint32_t vb_crc32_fold(const uint8_t *bytes, size_t count, uint32_t crc) {
    const __m128i k1k2 = _mm_set_epi64x(0x01c6e41596, 0x0154442bd4);
    const __m128i k3k4 = _mm_set_epi64x(0x00ccaa009e, 0x01751997d0);
    const __m128i k5 = _mm_set_epi64x(0, 0x0163cd6124);
    const __m128i poly = _mm_set_epi64x(0x01f7011641, 0x01db710641);
    const __m128i low32 = _mm_setr_epi32(~0, 0, ~0, 0);
    __m128i x1 = _mm_loadu_si128((const __m128i *)(bytes + 0x00));
    __m128i x2 = _mm_loadu_si128((const __m128i *)(bytes + 0x10));
    __m128i x3 = _mm_loadu_si128((const __m128i *)(bytes + 0x20));
    __m128i x4 = _mm_loadu_si128((const __m128i *)(bytes + 0x30));
    x1 = _mm_xor_si128(x1, _mm_cvtsi32_si128((int)crc));
    bytes += 64;
    count -= 64;
    /* Four lanes, 64 bytes at a time. */
    for (; count >= 64; bytes += 64, count -= 64) {
        const __m128i y1 = _mm_clmulepi64_si128(x1, k1k2, 0x00), y2 = _mm_clmulepi64_si128(x2, k1k2, 0x00);
        const __m128i y3 = _mm_clmulepi64_si128(x3, k1k2, 0x00), y4 = _mm_clmulepi64_si128(x4, k1k2, 0x00);
        x1 = _mm_xor_si128(_mm_clmulepi64_si128(x1, k1k2, 0x11), y1);
        x2 = _mm_xor_si128(_mm_clmulepi64_si128(x2, k1k2, 0x11), y2);
        x3 = _mm_xor_si128(_mm_clmulepi64_si128(x3, k1k2, 0x11), y3);
        x4 = _mm_xor_si128(_mm_clmulepi64_si128(x4, k1k2, 0x11), y4);
        x1 = _mm_xor_si128(x1, _mm_loadu_si128((const __m128i *)(bytes + 0x00)));
        x2 = _mm_xor_si128(x2, _mm_loadu_si128((const __m128i *)(bytes + 0x10)));
        x3 = _mm_xor_si128(x3, _mm_loadu_si128((const __m128i *)(bytes + 0x20)));
        x4 = _mm_xor_si128(x4, _mm_loadu_si128((const __m128i *)(bytes + 0x30)));
    }
    /* The four lanes into one, then 16 bytes at a time. */
    const __m128i lanes[3] = {x2, x3, x4};
    for (int lane = 0; lane < 3; lane++) {
        const __m128i y = _mm_clmulepi64_si128(x1, k3k4, 0x00);
        x1 = _mm_xor_si128(_mm_xor_si128(_mm_clmulepi64_si128(x1, k3k4, 0x11), y), lanes[lane]);
    }
    for (; count >= 16; bytes += 16, count -= 16) {
        const __m128i y = _mm_clmulepi64_si128(x1, k3k4, 0x00);
        const __m128i next = _mm_loadu_si128((const __m128i *)bytes);
        x1 = _mm_xor_si128(_mm_xor_si128(_mm_clmulepi64_si128(x1, k3k4, 0x11), y), next);
    }
    /* 128 bits to 64, then Barrett reduction to 32. */
    __m128i y = _mm_clmulepi64_si128(x1, k3k4, 0x10);
    x1 = _mm_xor_si128(_mm_srli_si128(x1, 8), y);
    y = _mm_srli_si128(x1, 4);
    x1 = _mm_xor_si128(_mm_clmulepi64_si128(_mm_and_si128(x1, low32), k5, 0x00), y);
    y = _mm_clmulepi64_si128(_mm_and_si128(x1, low32), poly, 0x10);
    y = _mm_clmulepi64_si128(_mm_and_si128(y, low32), poly, 0x00);
    return (uint32_t)_mm_extract_epi32(_mm_xor_si128(x1, y), 1);
}
#endif

/* zlib's crc32, several times as fast where the processor can multiply without carries. */
static inline uint32_t vb_crc32(uint32_t crc, const uint8_t *bytes, size_t count) {
#if defined(__x86_64__)
    if (count >= 64 && __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("sse4.1")) {
        const size_t folded = count & ~(size_t)15;
        crc = ~vb_crc32_fold(bytes, folded, ~crc);
        bytes += folded;
        count -= folded;
    }
#endif
    return (uint32_t)crc32_z(crc, bytes, count);
}

#endif
