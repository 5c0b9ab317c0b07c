/*
 * Values that each thread keeps under a key. POSIX has 1024 keys; a program that creates more than the model has room for is cut there, as
 * a loop is at its bound.
 */
#include <stdlib.h>
#include <threads.h>

#include "include/objects.h"

enum { MODEL_MOST_KEYS = 16, MODEL_ROUNDS = 4 };
int __model_key_count;
static void (*__model_destructors[MODEL_MOST_KEYS])(void *);
static char __model_keys[MODEL_MOST_KEYS];
static _Thread_local void *__model_values[MODEL_MOST_KEYS];

static unsigned __model_new_key(void (*destructor)(void *)) {
  int key = __atomic_fetch_add(&__model_key_count, 1, __ATOMIC_RELAXED);
  if (key >= MODEL_MOST_KEYS) __diptych_cut("limit", "16 keys");
  __atomic_store_n(&__model_destructors[key], destructor, __ATOMIC_RELAXED);
  __atomic_store_n(&__model_keys[key], 1, __ATOMIC_RELAXED);
  return key;
}

static void __model_is_key(unsigned key) {
  __diptych_require(key < MODEL_MOST_KEYS && __atomic_load_n(&__model_keys[key], __ATOMIC_RELAXED), "misuse",
                    "a key that was never created, or was deleted");
}

static void __model_delete_key(unsigned key) {
  __model_is_key(key);
  __atomic_store_n(&__model_destructors[key], 0, __ATOMIC_RELAXED);
  __atomic_store_n(&__model_keys[key], 0, __ATOMIC_RELAXED);
}

static void __model_set_value(unsigned key, void *value) {
  __model_is_key(key);
  __model_values[key] = value;
}

static void *__model_value(unsigned key) {
  __model_is_key(key);
  return __model_values[key];
}

void __model_destroy_values(void) {
  int again = 1;
  for (int round = 0; again && round < MODEL_ROUNDS; round++) {
    again = 0;
    for (int key = 0; key < MODEL_MOST_KEYS; key++) {
      void *value = __model_values[key];
      if (value == 0) continue;
      void (*destructor)(void *) = __atomic_load_n(&__model_destructors[key], __ATOMIC_RELAXED);
      if (destructor == 0) continue;
      again = 1;
      __model_values[key] = 0;
      destructor(value);
    }
  }
}

int pthread_key_create(pthread_key_t *key, void (*destructor)(void *)) {
  *key = __model_new_key(destructor);
  return 0;
}

int pthread_key_delete(pthread_key_t key) {
  __model_delete_key(key);
  return 0;
}

int pthread_setspecific(pthread_key_t key, const void *value) {
  __model_set_value(key, (void *)value);
  return 0;
}

void *pthread_getspecific(pthread_key_t key) { return __model_value(key); }

int tss_create(tss_t *key, tss_dtor_t destructor) {
  *key = __model_new_key(destructor);
  return thrd_success;
}

void tss_delete(tss_t key) { __model_delete_key(key); }

int tss_set(tss_t key, void *value) {
  __model_set_value(key, value);
  return thrd_success;
}

void *tss_get(tss_t key) { return __model_value(key); }

/* Destructors of thread-local objects of C++ and Rust, the last first. */
struct model_object_end {
  void (*f)(void *);
  void *object;
  struct model_object_end *next;
};
_Thread_local struct model_object_end *__model_object_ends;

int __cxa_thread_atexit_impl(void (*f)(void *), void *object, void *handle);
int __cxa_thread_atexit_impl(void (*f)(void *), void *object, void *handle) {
  struct model_object_end *end = malloc(sizeof *end);
  (void)handle;
  end->f = f;
  end->object = object;
  end->next = __model_object_ends;
  __model_object_ends = end;
  return 0;
}

void __model_destroy_objects(void) {
  while (__model_object_ends) {
    struct model_object_end *end = __model_object_ends;
    __model_object_ends = end->next;
    end->f(end->object);
    free(end);
  }
}
