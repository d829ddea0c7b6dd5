// A typed door to mallopt(3) and malloc_trim(3), which Swift's Glibc module leaves out. Nothing else belongs here.
#ifndef VITALBUS_CMALLOPT_SHIM_H
#define VITALBUS_CMALLOPT_SHIM_H

#include <malloc.h>

// Sets the most parts of the heap (M_ARENA_MAX); 0 where that cannot be set, as with another C library than glibc.
static inline int vb_limit_heap_arenas(int count) {
#ifdef M_ARENA_MAX
  return mallopt(M_ARENA_MAX, count);
#else
  return 0;
#endif
}

// Gives free memory of the heap back to the system; does nothing with another C library than glibc.
static inline void vb_trim_heap(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

#endif
