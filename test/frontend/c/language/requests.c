// Requests to valgrind as its headers write them, and as diptych's own; locked instructions on memory whose address is in a register.
#include <assert.h>
#include <sys/time.h>
#ifdef __DIPTYCH__
#include <sanitizer/tsan_interface.h>
#include <valgrind/drd.h>
#include <valgrind/helgrind.h>
#include <valgrind/memcheck.h>
#endif
#if !__GLIBC_PREREQ(2, 4) || __GLIBC_PREREQ(3, 0) || __GLIBC__ != 2
#error this is glibc
#endif
#define REQUEST(preset, what)                                                                                    \
  __extension__({                                                                                                \
    volatile unsigned long args[2], result;                                                                      \
    args[0] = (unsigned long)(what);                                                                             \
    args[1] = 2;                                                                                                 \
    __asm__ volatile("rolq $3,  %%rdi ; rolq $13, %%rdi\n\trolq $61, %%rdi ; rolq $51, %%rdi\n\txchgq %%rbx,%%rbx" \
                     : "=d"(result) : "a"(&args[0]), "0"(preset) : "cc", "memory");                              \
    result;                                                                                                      \
  })
int x;
int main(void) {
  long y = 5, z = 1;
  unsigned char flag;
  struct itimerval timer = {{0, 0}, {1, 0}};
  assert(timer.it_value.tv_sec == 1);
  assert(REQUEST(7, &x) == 7 && REQUEST(0, 1) == 0);
  asm volatile("lock ; incl (%0)" : : "r"(&x) : "memory", "cc");
  asm volatile("lock\n\taddl %1, (%0)" : : "r"(&x), "r"(4) : "memory", "cc");
  assert(x == 5);
  asm volatile("lock; decl (%1); sete %0" : "=q"(flag) : "r"(&x) : "memory", "cc");
  assert(x == 4 && !flag);
  asm volatile("xchgq %0, (%1)" : "+r"(z) : "r"(&y) : "memory");
  assert(z == 5 && y == 1);
#ifdef __DIPTYCH__
  VALGRIND_HG_CLEAN_MEMORY(&x, sizeof x);
  ANNOTATE_HAPPENS_BEFORE(&x);
  DRD_IGNORE_VAR(x);
  AnnotateHappensBefore(__FILE__, __LINE__, &x);
  __tsan_release(&x);
  assert(!RUNNING_ON_VALGRIND && VALGRIND_MAKE_MEM_UNDEFINED(&y, sizeof y) == 0);
#endif
}
