/* For the files that stand in for functions of the C library: the call, and the function itself. */
#ifndef DIPTYCH_INTERPOSE_H
#define DIPTYCH_INTERPOSE_H
#include <dlfcn.h>

#define PC __builtin_return_address(0)
#define REAL(name, type, ...)                                    \
  static type (*real)(__VA_ARGS__);                              \
  if (!real) real = (type (*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name)
#endif
