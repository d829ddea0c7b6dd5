// A typed door to adjtimex(2), which Swift's Glibc module leaves out. Nothing else belongs here.
#ifndef VITALBUS_CTIMEX_SHIM_H
#define VITALBUS_CTIMEX_SHIM_H

#include <sys/timex.h>

// Reads the state of the kernel's clock and changes nothing: TIME_OK … TIME_ERROR, negative for an error.
static inline int vb_clock_state(void) {
  struct timex state = {0};
  return adjtimex(&state);
}

#endif
