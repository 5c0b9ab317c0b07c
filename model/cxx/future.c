/*
 * Futures: every one of them has a result, whose constructor is in the shared object of libstdc++. The class behind it is known by its type alone
 * (shared_ptr in place), which the passes do not follow.
 */
#include "../include/diptych.h"

void _ZNSt13__future_base12_Result_baseC2Ev(void *self);
void _ZNSt13__future_base12_Result_baseC2Ev(void *self) {
  (void)self;
  __diptych_refuse("std::future is not supported: a mutex and a condition variable do the same");
}
void _ZNSt13__future_base12_Result_baseD2Ev(void *self);
void _ZNSt13__future_base12_Result_baseD2Ev(void *self) { (void)self; }
