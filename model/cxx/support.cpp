// Memory, statics of functions, and what ends a program: an exception that is thrown is a finding, since the model has no handlers.
#include <cstdlib>
#include <new>

#include "../include/diptych.h"

// New memory of C++: never a null pointer.
void *operator new(std::size_t bytes) { return __diptych_allocate(bytes, 16, 0); }
void *operator new[](std::size_t bytes) { return __diptych_allocate(bytes, 16, 0); }
void *operator new(std::size_t bytes, std::align_val_t align) { return __diptych_allocate(bytes, std::size_t(align), 0); }
void *operator new[](std::size_t bytes, std::align_val_t align) { return __diptych_allocate(bytes, std::size_t(align), 0); }
void *operator new(std::size_t bytes, const std::nothrow_t &) noexcept { return __diptych_allocate(bytes, 16, 0); }
void *operator new[](std::size_t bytes, const std::nothrow_t &) noexcept { return __diptych_allocate(bytes, 16, 0); }
void operator delete(void *p) noexcept { free(p); }
void operator delete[](void *p) noexcept { free(p); }
void operator delete(void *p, std::size_t) noexcept { free(p); }
void operator delete[](void *p, std::size_t) noexcept { free(p); }
void operator delete(void *p, std::align_val_t) noexcept { free(p); }
void operator delete[](void *p, std::align_val_t) noexcept { free(p); }
void operator delete(void *p, std::size_t, std::align_val_t) noexcept { free(p); }
void operator delete[](void *p, std::size_t, std::align_val_t) noexcept { free(p); }

// Handlers of the program that are open in this thread. Handlers are not followed: where one is open, a throw is none that ends the program.
static __thread int __model_handlers;
extern "C" {
void __model_opens_handler() { __model_handlers++; }
void __model_closes_handler() { __model_handlers--; }
}

[[noreturn]] static void __model_throws(const char *text) {
  if (__model_handlers != 0) __diptych_cut("exception", "");
  __diptych_require(0, "assertion", text);
  __diptych_assume(0);
  __builtin_unreachable();
}

[[noreturn]] static void __model_ends(const char *text) {
  __diptych_require(0, "assertion", text);
  __diptych_assume(0);
  __builtin_unreachable();
}

extern "C" {

// The program is never known to have one thread.
char __libc_single_threaded = 0;
void *__dso_handle = nullptr;

// A static of a function: byte 0 of its guard says that it is initialised, the int at byte 4 which thread initialises it.
struct __model_guard {
  char done;
  char unused[3];
  int busy;
};

int __cxa_guard_acquire(__model_guard *guard) {
  __diptych_take(&guard->busy, DIPTYCH_EQ, 0, DIPTYCH_SET, __diptych_self() + 1, guard, "%p");
  if (!__atomic_load_n(&guard->done, __ATOMIC_ACQUIRE)) return 1;
  __diptych_give_back(&guard->busy, __diptych_self() + 1, __ATOMIC_SEQ_CST);
  return 0;
}
void __cxa_guard_release(__model_guard *guard) {
  __atomic_store_n(&guard->done, 1, __ATOMIC_RELEASE);
  __diptych_give_back(&guard->busy, __diptych_self() + 1, __ATOMIC_SEQ_CST);
}
void __cxa_guard_abort(__model_guard *guard) {
  __diptych_give_back(&guard->busy, __diptych_self() + 1, __ATOMIC_SEQ_CST);
}

void __cxa_pure_virtual() { __model_ends("a call of a pure virtual function"); }
void __cxa_deleted_virtual() { __model_ends("a call of a deleted virtual function"); }
void *__cxa_allocate_exception(std::size_t bytes) { return __diptych_allocate(bytes, 16, 0); }
void __cxa_free_exception(void *p) { free(p); }
void __cxa_throw(void *, void *, void (*)(void *)) { __model_throws("an exception that is not caught"); }
void _ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE(void *) { __model_throws("an exception that is not caught"); }
void __cxa_rethrow() { __model_throws("an exception that is not caught"); }
void __cxa_throw_bad_array_new_length() { __model_throws("an exception that is not caught: std::bad_array_new_length"); }
void __clang_call_terminate(void *) { __model_ends("std::terminate"); }

// Destructors of thread-local objects.
int __cxa_thread_atexit_impl(void (*f)(void *), void *object, void *handle);
int __cxa_thread_atexit(void (*f)(void *), void *object, void *handle) { return __cxa_thread_atexit_impl(f, object, handle); }

}  // extern "C"

namespace std {

void terminate() noexcept { __model_ends("std::terminate"); }

#define MODEL_THROWS(function, type) \
  void function { __model_throws("an exception that is not caught: std::" #type); }
MODEL_THROWS(__throw_bad_exception(), bad_exception)
MODEL_THROWS(__throw_bad_alloc(), bad_alloc)
MODEL_THROWS(__throw_bad_array_new_length(), bad_array_new_length)
MODEL_THROWS(__throw_bad_cast(), bad_cast)
MODEL_THROWS(__throw_bad_typeid(), bad_typeid)
MODEL_THROWS(__throw_bad_function_call(), bad_function_call)
MODEL_THROWS(__throw_logic_error(const char *), logic_error)
MODEL_THROWS(__throw_domain_error(const char *), domain_error)
MODEL_THROWS(__throw_invalid_argument(const char *), invalid_argument)
MODEL_THROWS(__throw_length_error(const char *), length_error)
MODEL_THROWS(__throw_out_of_range(const char *), out_of_range)
MODEL_THROWS(__throw_out_of_range_fmt(const char *, ...), out_of_range)
MODEL_THROWS(__throw_runtime_error(const char *), runtime_error)
MODEL_THROWS(__throw_range_error(const char *), range_error)
MODEL_THROWS(__throw_overflow_error(const char *), overflow_error)
MODEL_THROWS(__throw_underflow_error(const char *), underflow_error)
MODEL_THROWS(__throw_system_error(int), system_error)
MODEL_THROWS(__throw_future_error(int), future_error)

}  // namespace std
