// A typed wrapper of OpenBLAS, whose header also declares complex numbers that Swift cannot import; contains nothing
// else.
#ifndef VITALBUS_COPENBLAS_SHIM_H
#define VITALBUS_COPENBLAS_SHIM_H

#include <cblas.h>

// One call at a time: OpenBLAS without threads shares its working memory between calls from several threads.
// c = a * b by rows: a is m x k, b is k x n, c is m x n; rows of b and c begin `width` numbers apart.
static inline void vb_sgemm(int m, int n, int k, const float *a, const float *b, int b_width, float *c, int c_width) {
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, 1.0f, a, k, b, b_width, 0.0f, c, c_width);
}

// All work runs on the calling thread; a hub has other work for its other cores.
static inline void vb_use_one_thread(void) {
    openblas_set_num_threads(1);
}

#endif
