// A typed wrapper of adjtimex(2), which Swift's Glibc module lacks; only SystemCalls imports it.
#ifndef VITALBUS_CTIMEX_SHIM_H
#define VITALBUS_CTIMEX_SHIM_H

#include <sys/timex.h>

// Reads the state of the kernel's clock without changing it: TIME_OK to TIME_ERROR, or negative for an error.
static inline int vb_clock_state(void) {
  struct timex state = {0};
  return adjtimex(&state);
}

// Reads the kernel's bound of the clock's error, in microseconds; negative for an error.
static inline long vb_clock_error(void) {
  struct timex state = {0};
  return adjtimex(&state) < 0 ? -1 : state.maxerror;
}

#endif
