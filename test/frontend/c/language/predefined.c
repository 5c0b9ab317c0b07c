// The macros of gcc on x86-64, _Pragma, __VA_OPT__, `mode` behind a declarator, __builtin_ before functions of the library.
#include <assert.h>
#include <float.h>
#include <stdint.h>
#define DO(x) _Pragma("GCC diagnostic push") x _Pragma("GCC diagnostic pop")
#define LIST(a, ...) { a __VA_OPT__(, ) __VA_ARGS__ }
#define COUNT(...) (0 __VA_OPT__(+1))
#if defined __has_include && defined __LINE__ && defined __COUNTER__
#else
#error these are defined
#endif
#if __STDC_VERSION__ < 201112L || !__STDC_HOSTED__ || !__linux__ || !__unix__ || !__LP64__ || !__GNUC__ || !__x86_64__
#error this is no gcc on Linux
#endif
#if __INT_MAX__ != 2147483647 || __LONG_MAX__ < __INT_MAX__ || __SIZEOF_LONG__ != 8 || __INT_FAST16_WIDTH__ != 64
#error these numbers are others
#endif
typedef int narrow __attribute__((mode(QI)));
struct modes {
  int q __attribute__((__mode__(__QI__)));
  unsigned d __attribute__((mode(DI)));
};
int d __attribute__((mode(DI))) = 1L << 40;
_Pragma("GCC poison unused") static __SIZE_TYPE__ size = __SIZE_MAX__;
int main(void) {
  int v[] = LIST(1), w[] = LIST(1, 2, 3);
  assert(sizeof v == 4 && sizeof w == 12 && COUNT() == 0 && COUNT(1, 2) == 1);
  assert(sizeof(narrow) == 1 && sizeof(struct modes) == 16 && d == 1L << 40);
  assert(sizeof(__INT8_TYPE__) == 1 && sizeof(__INT16_TYPE__) == 2 && sizeof(__INT_FAST32_TYPE__) == 8);
  assert((__UINT16_TYPE__)-1 == __UINT16_MAX__ && (__UINT64_TYPE__)-1 == __UINT64_MAX__ && __INT64_C(1) << 40 == d);
  assert((__CHAR16_TYPE__)-1 == 65535 && (__WCHAR_TYPE__)-1 < 0 && size == SIZE_MAX && __INTMAX_MAX__ == INTMAX_MAX);
  assert(sizeof __DATE__ == 12 && sizeof __TIME__ == 9 && __BIGGEST_ALIGNMENT__ == 16 && __SIZEOF_WCHAR_T__ == 4);
  assert(FLT_MAX > 3e38f && FLT_MAX * 2 > FLT_MAX && DBL_MIN > 0 && 1 + DBL_EPSILON != 1 && 1 + DBL_EPSILON / 2 == 1);
  assert(__DBL_MANT_DIG__ == 53 && FLT_DIG == 6 && LDBL_MANT_DIG == 64 && DBL_TRUE_MIN / 2 == 0 && FLT_RADIX == 2);
  DO(assert(__GCC_ATOMIC_LLONG_LOCK_FREE == 2);)
  assert(__builtin_abs(-3) == 3 && __builtin_strchr("abc", 'b')[1] == 'c' && __builtin_fabs(-1.5) == 1.5);
  return 0;
}
