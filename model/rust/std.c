/*
 * The compiled part of Rust's std for threads. Generic code of std is in the program's own IR. Names follow Rust's v0 mangling. The pass
 * `link` removes the hashes of crates from them: `CsjrHSEGnQ3l9_` becomes `Cs_`. Layouts are those of rustc 1.95 for x86-64.
 */
#include <stdlib.h>

#include "../include/objects.h"
#include "vector.h"

typedef unsigned char boolean;

/* Memory. */

void *_RNvCs_7___rustc12___rust_alloc(usize size, usize align);
void *_RNvCs_7___rustc12___rust_alloc(usize size, usize align) { return __diptych_allocate(size, align, 0); }
void *_RNvCs_7___rustc19___rust_alloc_zeroed(usize size, usize align);
void *_RNvCs_7___rustc19___rust_alloc_zeroed(usize size, usize align) { return __diptych_allocate(size, align, DIPTYCH_ZEROED); }
void _RNvCs_7___rustc14___rust_dealloc(void *p, usize size, usize align);
void _RNvCs_7___rustc14___rust_dealloc(void *p, usize size, usize align) {
  (void)size, (void)align;
  __diptych_release(p);
}
void *_RNvCs_7___rustc14___rust_realloc(void *p, usize size, usize align, usize more);
void *_RNvCs_7___rustc14___rust_realloc(void *p, usize size, usize align, usize more) {
  void *to = __diptych_allocate(more, align, 0);
  __diptych_copy(to, p, size < more ? size : more);
  __diptych_release(p);
  return to;
}
void _RNvCs_7___rustc35___rust_no_alloc_shim_is_unstable_v2(void);
void _RNvCs_7___rustc35___rust_no_alloc_shim_is_unstable_v2(void) {}

/* The keys of HashMap's hashes: any two numbers would do. */
struct model_keys {
  usize first, second;
};
struct model_keys _RNvNtNtNtCs_3std3sys6random5linux19hashmap_random_keys(void);
struct model_keys _RNvNtNtNtCs_3std3sys6random5linux19hashmap_random_keys(void) { return (struct model_keys){1, 2}; }

/* Trait objects. */
struct model_vtable {
  void (*drop)(void *);
  usize size, align;
  void *methods[3];
};

/* Threads. A thread's handle is an Arc of this struct. */
struct model_rust_thread {
  usize strong, weak;
  const void *name;
  usize length, id;
  int parker;
  /* Whether the name is a block of the heap. */
  boolean owns_name;
};
enum { MODEL_EMPTY = 0, MODEL_NOTIFIED = 1, MODEL_PARKED = -1 };

/* A thread may have a name: none has this capacity. */
#define MODEL_NO_NAME 0x8000000000000000ul
struct model_builder {
  usize stack[2];
  struct model_string name;
  boolean without_hooks;
};
void _RNvMNtNtCs_3std6thread7builderNtB2_7Builder4name(struct model_builder *to, const struct model_builder *from, const struct model_string *name);
void _RNvMNtNtCs_3std6thread7builderNtB2_7Builder4name(struct model_builder *to, const struct model_builder *from, const struct model_string *name) {
  *to = *from;
  to->name = *name;
}

static usize __model_last_id;
static struct model_rust_thread __model_main_thread = {1, 1, "main", 4, 1, MODEL_EMPTY, 0};
static _Thread_local struct model_rust_thread *__model_own_thread;

static struct model_rust_thread *__model_current_thread(void) {
  return __model_own_thread ? __model_own_thread : &__model_main_thread;
}

/* ThreadId::new */
usize _RNvMNtNtCs_3std6thread2idNtB2_8ThreadId3new(void);
usize _RNvMNtNtCs_3std6thread2idNtB2_8ThreadId3new(void) { return 1 + __atomic_add_fetch(&__model_last_id, 1, __ATOMIC_RELAXED); }

/* Thread::new */
void *_RNvMs_NtNtCs_3std6thread6threadNtB4_6Thread3new(usize id, const struct model_string *name);
void *_RNvMs_NtNtCs_3std6thread6threadNtB4_6Thread3new(usize id, const struct model_string *name) {
  struct model_rust_thread *thread = __diptych_allocate(sizeof *thread, 8, 0);
  thread->strong = thread->weak = 1;
  boolean is_named = name->bytes.capacity != MODEL_NO_NAME;
  thread->name = is_named ? name->bytes.room : 0;
  thread->length = is_named ? name->length : 0;
  thread->id = id;
  thread->parker = MODEL_EMPTY;
  thread->owns_name = is_named && name->bytes.capacity != 0;
  return thread;
}
static void __model_release_thread(struct model_rust_thread *thread) {
  if (thread->owns_name) __diptych_release((void *)thread->name);
  __diptych_release(thread);
}
struct model_text {
  const void *text;
  usize length;
};
struct model_text _RNvMs_NtNtCs_3std6thread6threadNtB4_6Thread4name(struct model_rust_thread **thread);
struct model_text _RNvMs_NtNtCs_3std6thread6threadNtB4_6Thread4name(struct model_rust_thread **thread) {
  return (struct model_text){(*thread)->name, (*thread)->length};
}

/* Arc<thread::Inner>::drop_slow: called when the last owner is dropped. */
void _RNvMsn_NtCs_5alloc4syncINtB5_3ArcNtNtNtCs_3std6thread6thread5InnerNtNtBM_5alloc6SystemE9drop_slowBM_(struct model_rust_thread **p);
void _RNvMsn_NtCs_5alloc4syncINtB5_3ArcNtNtNtCs_3std6thread6thread5InnerNtNtBM_5alloc6SystemE9drop_slowBM_(struct model_rust_thread **p) {
  if (*p != &__model_main_thread) __model_release_thread(*p);
}

static void __model_drop_thread(struct model_rust_thread *thread) {
  if (__atomic_fetch_sub(&thread->strong, 1, __ATOMIC_RELEASE) != 1) return;
  __atomic_thread_fence(__ATOMIC_ACQUIRE);
  __model_release_thread(thread);
}

/* thread::current */
void *_RNvNtNtCs_3std6thread7current18current_or_unnamed(void);
void *_RNvNtNtCs_3std6thread7current18current_or_unnamed(void) {
  struct model_rust_thread *thread = __model_current_thread();
  __atomic_fetch_add(&thread->strong, 1, __ATOMIC_RELAXED);
  return thread;
}
void *_RNvNtNtCs_3std6thread7current7current(void);
void *_RNvNtNtCs_3std6thread7current7current(void) { return _RNvNtNtCs_3std6thread7current18current_or_unnamed(); }

/* The argument of a new thread: its handle, and the closure that the thread calls. */
struct model_thread_start {
  struct model_rust_thread *thread;
  void *data;
  const struct model_vtable *table;
};

/* The vtable is also an argument of the spawn, so that the passes know which closure the thread calls. */
static void __model_begin_rust(void *given, void *closure) {
  struct model_thread_start start = *(struct model_thread_start *)given;
  const struct model_vtable *table = closure;
  __diptych_release(given);
  __model_own_thread = start.thread;
  ((void (*)(void *))table->methods[0])(start.data);
  if (table->size) __diptych_release(start.data);
  __model_own_thread = 0;
  __model_drop_thread(start.thread);
  __model_end_thread(0);
}

/* sys::thread::Thread::new: returns a Result that is never an error. */
struct model_result {
  usize failed;
  void *value;
};
struct model_result _RNvMs0_NtNtNtCs_3std3sys6thread4unixNtB5_6Thread3new(usize stack, void *start);
struct model_result _RNvMs0_NtNtNtCs_3std3sys6thread4unixNtB5_6Thread3new(usize stack, void *start) {
  (void)stack;
  usize handle = __diptych_spawn(__model_begin_rust, start, (void *)((struct model_thread_start *)start)->table, 0);
  return (struct model_result){0, (void *)handle};
}
void _RNvMs0_NtNtNtCs_3std3sys6thread4unixNtB5_6Thread4join(usize handle);
void _RNvMs0_NtNtNtCs_3std3sys6thread4unixNtB5_6Thread4join(usize handle) { pthread_join(handle, 0); }
/* Drop: dropping the handle of a thread that was not joined detaches the thread. */
void _RNvXs1_NtNtNtCs_3std3sys6thread4unixNtB5_6ThreadNtNtNtCs_4core3ops4drop4Drop4drop(usize *handle);
void _RNvXs1_NtNtNtCs_3std3sys6thread4unixNtB5_6ThreadNtNtNtCs_4core3ops4drop4Drop4drop(usize *handle) { pthread_detach(*handle); }

void _RNvNtNtCs_3std6thread9functions9yield_now(void);
void _RNvNtNtCs_3std6thread9functions9yield_now(void) {}
void _RNvNtNtCs_3std6thread9functions5sleep(usize seconds, unsigned nanoseconds);
void _RNvNtNtCs_3std6thread9functions5sleep(usize seconds, unsigned nanoseconds) {
  (void)seconds, (void)nanoseconds;
  __model_clock_sleeps();
}
void _RNvNtNtCs_3std6thread9functions8sleep_ms(unsigned milliseconds);
void _RNvNtNtCs_3std6thread9functions8sleep_ms(unsigned milliseconds) {
  (void)milliseconds;
  __model_clock_sleeps();
}

/* One of the numbers of processors that a machine may have. */
struct model_result _RNvNtNtCs_3std6thread9functions21available_parallelism(void);
struct model_result _RNvNtNtCs_3std6thread9functions21available_parallelism(void) { return (struct model_result){0, (void *)2}; }

/* The size of a stack, as if std had already looked up RUST_MIN_STACK: the environment is empty. */
usize _RNvNCNvNtNtCs_3std6thread9lifecycle15spawn_unchecked03MIN = 2097153;
struct model_no_text {
  usize capacity;
  void *text;
  usize length;
};
struct model_no_text _RNvNtCs_3std3env7__var_os(const char *name, usize length);
struct model_no_text _RNvNtCs_3std3env7__var_os(const char *name, usize length) {
  (void)name, (void)length;
  return (struct model_no_text){1ul << 63, 0, 0};
}

/* The hooks that a new thread inherits: an empty vector. */
struct model_hooks {
  usize capacity;
  void *list;
  usize length;
  void *first;
};
struct model_hooks _RNvNtNtCs_3std6thread9spawnhook15run_spawn_hooks(const void *thread);
struct model_hooks _RNvNtNtCs_3std6thread9spawnhook15run_spawn_hooks(const void *thread) {
  (void)thread;
  return (struct model_hooks){0, (void *)8, 0, 0};
}
void _RNvMs_NtNtCs_3std6thread9spawnhookNtB4_15ChildSpawnHooks3run(struct model_hooks *hooks);
void _RNvMs_NtNtCs_3std6thread9spawnhookNtB4_15ChildSpawnHooks3run(struct model_hooks *hooks) { (void)hooks; }
void _RNvXNtNtCs_3std6thread9spawnhookNtB2_10SpawnHooksNtNtNtCs_4core3ops4drop4Drop4drop(void **hooks);
void _RNvXNtNtCs_3std6thread9spawnhookNtB2_10SpawnHooksNtNtNtCs_4core3ops4drop4Drop4drop(void **hooks) { (void)hooks; }

/* Parking. The thread waits for the value of `parker` itself, so futex_wake has nothing to do. */
static void __model_park(struct model_rust_thread *thread) {
  int before = __atomic_fetch_sub(&thread->parker, 1, __ATOMIC_ACQUIRE);
  if (before == MODEL_NOTIFIED) return;
  __diptych_take(&thread->parker, DIPTYCH_EQ, MODEL_NOTIFIED, DIPTYCH_SET, MODEL_EMPTY, thread, "an unpark");
}
void _RNvNtNtCs_3std6thread9functions4park(void);
void _RNvNtNtCs_3std6thread9functions4park(void) { __model_park(__model_current_thread()); }
void _RNvMs_NtNtCs_3std6thread6threadNtB4_6Thread4park(struct model_rust_thread **thread);
void _RNvMs_NtNtCs_3std6thread6threadNtB4_6Thread4park(struct model_rust_thread **thread) { __model_park(*thread); }
/* Returns with an unpark or without one: the thread waits for nothing. std has a locked instruction in either case. */
static void __model_park_in_time(struct model_rust_thread *thread) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  __diptych_try_change(&thread->parker, DIPTYCH_EQ, MODEL_NOTIFIED, DIPTYCH_SET, MODEL_EMPTY, __ATOMIC_ACQUIRE);
}
void _RNvMs_NtNtCs_3std6thread6threadNtB4_6Thread12park_timeout(struct model_rust_thread **thread, usize s, unsigned ns);
void _RNvMs_NtNtCs_3std6thread6threadNtB4_6Thread12park_timeout(struct model_rust_thread **thread, usize s, unsigned ns) {
  (void)s, (void)ns;
  __model_park_in_time(*thread);
}
void _RNvNtNtCs_3std6thread9functions12park_timeout(usize s, unsigned ns);
void _RNvNtNtCs_3std6thread9functions12park_timeout(usize s, unsigned ns) {
  (void)s, (void)ns;
  __model_park_in_time(__model_current_thread());
}
void _RNvNtNtCs_3std6thread9functions15park_timeout_ms(unsigned ms);
void _RNvNtNtCs_3std6thread9functions15park_timeout_ms(unsigned ms) {
  (void)ms;
  __model_park_in_time(__model_current_thread());
}
void _RNvMs_NtNtCs_3std6thread6threadNtB4_6Thread6unpark(struct model_rust_thread **thread);
void _RNvMs_NtNtCs_3std6thread6threadNtB4_6Thread6unpark(struct model_rust_thread **thread) {
  __atomic_exchange_n(&(*thread)->parker, MODEL_NOTIFIED, __ATOMIC_RELEASE);
}
boolean _RNvNtNtNtNtCs_3std3sys3pal4unix5futex10futex_wake(int *word);
boolean _RNvNtNtNtNtCs_3std3sys3pal4unix5futex10futex_wake(int *word) {
  (void)word;
  return 0;
}
void _RNvNtNtNtNtCs_3std3sys3pal4unix5futex14futex_wake_all(int *word);
void _RNvNtNtNtNtCs_3std3sys3pal4unix5futex14futex_wake_all(int *word) { (void)word; }

/* Scopes. The last thread that ends wakes the thread that waits for the whole scope. */
struct model_scope {
  struct model_rust_thread *main;
  usize running;
  boolean panicked;
};
void _RNvMNtNtCs_3std6thread6scopedNtB2_9ScopeData29increment_num_running_threads(struct model_scope *scope);
void _RNvMNtNtCs_3std6thread6scopedNtB2_9ScopeData29increment_num_running_threads(struct model_scope *scope) {
  __atomic_fetch_add(&scope->running, 1, __ATOMIC_RELAXED);
}
void _RNvMNtNtCs_3std6thread6scopedNtB2_9ScopeData29decrement_num_running_threads(struct model_scope *scope, boolean panics);
void _RNvMNtNtCs_3std6thread6scopedNtB2_9ScopeData29decrement_num_running_threads(struct model_scope *scope, boolean panics) {
  if (panics) __atomic_store_n(&scope->panicked, 1, __ATOMIC_RELAXED);
  if (__atomic_fetch_sub(&scope->running, 1, __ATOMIC_RELEASE) == 1)
    __atomic_exchange_n(&scope->main->parker, MODEL_NOTIFIED, __ATOMIC_RELEASE);
}

/* Thread-local values with destructors. */
void _RNvNtNtNtNtCs_3std3sys12thread_local11destructors10linux_like8register(void *value, void (*drop)(void *));
int __cxa_thread_atexit_impl(void (*f)(void *), void *object, void *handle);
void _RNvNtNtNtNtCs_3std3sys12thread_local11destructors10linux_like8register(void *value, void (*drop)(void *)) {
  __cxa_thread_atexit_impl(drop, value, 0);
}

/* `lang_start` passes main as a trait object. The third method of its vtable calls main by reference. */
long _RNvNtCs_3std2rt19lang_start_internal(void *main, const struct model_vtable *table, long argc, void *argv, boolean sigpipe);
long _RNvNtCs_3std2rt19lang_start_internal(void *main, const struct model_vtable *table, long argc, void *argv, boolean sigpipe) {
  (void)argc, (void)argv, (void)sigpipe;
  return ((int (*)(void *))table->methods[2])(main);
}

