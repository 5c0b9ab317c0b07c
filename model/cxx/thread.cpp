// What libstdc++ has of threads and conditions in its shared object: everything else stands in its headers.
#include <cerrno>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

#include "../include/diptych.h"

extern "C" {
void __model_end_thread(void *result) __attribute__((noreturn));
void __model_begin_signals(unsigned long blocked);
unsigned long __model_inherited_mask(void);
long __model_clock_seconds(void);
void __model_clock_sleeps(void);
}

// The table of virtual functions comes as a value, so that the thread knows what it runs: destructors at 0 and 1, _M_run at 2.
using __model_virtual = void (*)(std::thread::_State *);

static void __model_begin_thread(void *given, void *table, unsigned long blocked) {
  __model_begin_signals(blocked);
  auto *state = static_cast<std::thread::_State *>(given);
  auto *functions = static_cast<__model_virtual *>(table);
  functions[2](state);
  functions[1](state);
  __model_end_thread(nullptr);
}

namespace std {

thread::_State::~_State() = default;

void thread::_M_start_thread(_State_ptr state, void (*)()) {
  _State *own = state.release();
  __diptych_spawn_with(__model_begin_thread, own, *reinterpret_cast<void **>(own), &_M_id._M_thread, __model_inherited_mask());
}

void thread::join() {
  int code = joinable() ? pthread_join(_M_id._M_thread, nullptr) : EINVAL;
  if (code != 0) __throw_system_error(code);
  _M_id = id();
}

void thread::detach() {
  int code = joinable() ? pthread_detach(_M_id._M_thread) : EINVAL;
  if (code != 0) __throw_system_error(code);
  _M_id = id();
}

// One of the numbers of processors that a machine may have.
unsigned thread::hardware_concurrency() noexcept { return 2; }

namespace this_thread {
void __sleep_for(chrono::seconds, chrono::nanoseconds);
void __sleep_for(chrono::seconds, chrono::nanoseconds) { __model_clock_sleeps(); }
}  // namespace this_thread

// What guards a shared_ptr in std::atomic_load and its like. libstdc++ takes one of sixteen mutexes by the address, here there is one.
static pthread_mutex_t __model_shared_pointers = PTHREAD_MUTEX_INITIALIZER;

_Sp_locker::_Sp_locker(const void *) noexcept : _M_key1(0), _M_key2(0) { pthread_mutex_lock(&__model_shared_pointers); }
_Sp_locker::_Sp_locker(const void *, const void *) noexcept : _M_key1(0), _M_key2(0) { pthread_mutex_lock(&__model_shared_pointers); }
_Sp_locker::~_Sp_locker() { pthread_mutex_unlock(&__model_shared_pointers); }

condition_variable::condition_variable() noexcept = default;
condition_variable::~condition_variable() noexcept = default;
void condition_variable::wait(unique_lock<mutex> &lock) { _M_cond.wait(*lock.mutex()); }
void condition_variable::notify_one() noexcept { _M_cond.notify_one(); }
void condition_variable::notify_all() noexcept { _M_cond.notify_all(); }

// What call_once calls through pthread_once: a function without arguments finds what it shall do in variables of its thread.
__thread void *__once_callable;
__thread void (*__once_call)();
extern "C" void __once_proxy() { __once_call(); }

// The clock of the thread (time.c).
namespace chrono {
inline namespace _V2 {
system_clock::time_point system_clock::now() noexcept { return time_point(seconds(__model_clock_seconds())); }
steady_clock::time_point steady_clock::now() noexcept { return time_point(seconds(__model_clock_seconds())); }
}  // namespace _V2
}  // namespace chrono

}  // namespace std
