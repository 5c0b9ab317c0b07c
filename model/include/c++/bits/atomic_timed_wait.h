// Waits for atomics with a time limit in libstdc++ 12. Such a wait may end at any time, so the thread looks once, early or late.
#pragma GCC system_header
#include <bits/c++config.h>
#if _GLIBCXX_RELEASE != 12
#include_next <bits/atomic_timed_wait.h>
#elif !defined _GLIBCXX_ATOMIC_TIMED_WAIT_H
#define _GLIBCXX_ATOMIC_TIMED_WAIT_H 1

#include <bits/atomic_wait.h>
#include <bits/chrono.h>
#include <bits/this_thread_sleep.h>
#include <sys/time.h>

namespace std _GLIBCXX_VISIBILITY(default) {
_GLIBCXX_BEGIN_NAMESPACE_VERSION

template <typename _Tp, typename _ValFn, typename _Limit>
bool __atomic_wait_address_until_v(const _Tp *, _Tp &&__old, _ValFn &&__vfn, const _Limit &) noexcept {
  return !__detail::__atomic_compare(__old, __vfn());
}
template <typename _Tp, typename _Pred, typename _Limit>
bool __atomic_wait_address_until(const _Tp *, _Pred __pred, const _Limit &) noexcept {
  return __pred();
}
template <typename _Pred, typename _Limit>
bool __atomic_wait_address_until_bare(const __detail::__platform_wait_t *, _Pred __pred, const _Limit &) noexcept {
  return __pred();
}
template <typename _Tp, typename _ValFn, typename _Limit>
bool __atomic_wait_address_for_v(const _Tp *, _Tp &&__old, _ValFn &&__vfn, const _Limit &) noexcept {
  return !__detail::__atomic_compare(__old, __vfn());
}
template <typename _Tp, typename _Pred, typename _Limit>
bool __atomic_wait_address_for(const _Tp *, _Pred __pred, const _Limit &) noexcept {
  return __pred();
}
template <typename _Pred, typename _Limit>
bool __atomic_wait_address_for_bare(const __detail::__platform_wait_t *, _Pred __pred, const _Limit &) noexcept {
  return __pred();
}

_GLIBCXX_END_NAMESPACE_VERSION
}  // namespace std
#endif
