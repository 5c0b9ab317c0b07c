// Waits for atomics in libstdc++ 12, on which std::latch, std::barrier and semaphores stand. libstdc++ spins before it sleeps and counts the
// sleepers, which other waits in the same pool do too. Here a thread looks and sleeps, and a notification wakes. Other versions are read as they are.
#pragma GCC system_header
#include <bits/c++config.h>
#if _GLIBCXX_RELEASE != 12
#include_next <bits/atomic_wait.h>
#elif !defined _GLIBCXX_ATOMIC_WAIT_H
#define _GLIBCXX_ATOMIC_WAIT_H 1

#include <bits/functexcept.h>
#include <bits/functional_hash.h>
#include <bits/gthr.h>
#include <bits/std_mutex.h>
#include <cerrno>
#include <climits>
#include <ext/numeric_traits.h>
#include <syscall.h>
#include <unistd.h>

#define __cpp_lib_atomic_wait 201907L
#define _GLIBCXX_HAVE_PLATFORM_WAIT 1

namespace std _GLIBCXX_VISIBILITY(default) {
_GLIBCXX_BEGIN_NAMESPACE_VERSION
namespace __detail {

using __platform_wait_t = int;
inline constexpr size_t __platform_wait_alignment = 4;

// Threads that wait for an atomic of another size than a futex sleep here. Each notification changes it.
inline __platform_wait_t __notifications;

template <typename _Tp>
inline constexpr bool __is_futex = is_scalar_v<_Tp> && sizeof(_Tp) == sizeof(__platform_wait_t);

template <typename _Tp>
const __platform_wait_t *__word_of(const _Tp *__addr) noexcept {
  if constexpr (__is_futex<_Tp>) return reinterpret_cast<const __platform_wait_t *>(__addr);
  else return &__notifications;
}

template <typename _Tp>
bool __atomic_compare(const _Tp &__a, const _Tp &__b) {
  return __builtin_memcmp(&__a, &__b, sizeof(_Tp)) == 0;
}

// Spinning is looking once.
inline void __thread_relax() noexcept {}
inline void __thread_yield() noexcept {}
template <typename _Pred>
bool __atomic_spin(_Pred &__pred) noexcept {
  return __pred();
}

// FUTEX_WAIT and FUTEX_WAKE of one process: the thread sleeps if the word has that value.
inline void __sleep(const __platform_wait_t *__word, __platform_wait_t __value) noexcept { syscall(SYS_futex, __word, 128, __value, nullptr); }
inline void __wake(const __platform_wait_t *__word, bool __all) noexcept { syscall(SYS_futex, __word, 129, __all ? INT_MAX : 1); }

template <typename _Pred>
void __sleep_until(const __platform_wait_t *__word, _Pred __pred) noexcept {
  for (;;) {
    __platform_wait_t __seen = __atomic_load_n(__word, __ATOMIC_SEQ_CST);
    if (__pred()) return;
    __sleep(__word, __seen);
  }
}

}  // namespace __detail

template <typename _Tp, typename _ValFn>
void __atomic_wait_address_v(const _Tp *__addr, _Tp __old, _ValFn __vfn) noexcept {
  if constexpr (__detail::__is_futex<_Tp>) {
    __detail::__platform_wait_t __value;
    __builtin_memcpy(&__value, &__old, sizeof __value);
    while (__detail::__atomic_compare(__old, __vfn())) __detail::__sleep(__detail::__word_of(__addr), __value);
  } else __detail::__sleep_until(&__detail::__notifications, [&] { return !__detail::__atomic_compare(__old, __vfn()); });
}

// The word of a latch or a barrier never has a value for a second time while a thread waits.
template <typename _Tp, typename _Pred>
void __atomic_wait_address(const _Tp *__addr, _Pred __pred) noexcept {
  __detail::__sleep_until(__detail::__word_of(__addr), __pred);
}

// Of semaphores, whose word is the count. It may be as it was before another thread took it, so 0 alone is waited for.
template <typename _Pred>
void __atomic_wait_address_bare(const __detail::__platform_wait_t *__addr, _Pred __pred) noexcept {
  while (!__pred()) __detail::__sleep(__addr, 0);
}

template <typename _Tp>
void __atomic_notify_address(const _Tp *__addr, bool __all) noexcept {
  if constexpr (__detail::__is_futex<_Tp>) __detail::__wake(__detail::__word_of(__addr), __all);
  else {
    __atomic_fetch_add(&__detail::__notifications, 1, __ATOMIC_SEQ_CST);
    __detail::__wake(&__detail::__notifications, true);
  }
}

inline void __atomic_notify_address_bare(const __detail::__platform_wait_t *__addr, bool __all) noexcept { __detail::__wake(__addr, __all); }

_GLIBCXX_END_NAMESPACE_VERSION
}  // namespace std
#endif
