// Typed wrappers of mallopt(3) and malloc_trim(3), which Swift's Glibc module lacks; only SystemCalls imports them.
#ifndef VITALBUS_CMALLOPT_SHIM_H
#define VITALBUS_CMALLOPT_SHIM_H

#include <malloc.h>

// Limits the number of arenas (M_ARENA_MAX); 0 if that is impossible, as with other C libraries than glibc.
static inline int vb_limit_heap_arenas(int count) {
#ifdef M_ARENA_MAX
  return mallopt(M_ARENA_MAX, count);
#else
  return 0;
#endif
}

// Returns free memory of the heap to the kernel; does nothing with other C libraries than glibc.
static inline void vb_trim_heap(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

#endif
