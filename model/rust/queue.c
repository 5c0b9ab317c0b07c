/*
 * The steps of a channel with room (queue.rs). Each operation has a locked instruction, as in Rust's std.
 */
#include "../include/diptych.h"

/* Appends the next message, and returns the one that is to be filled; 0 if the receiver is gone. */
void *__model_append(void **last, void *next, const int *has_receiver);
void *__model_append(void **last, void *next, const int *has_receiver) {
  void *before = 0;
  __diptych_atomic_begin();
  if (__atomic_load_n(has_receiver, __ATOMIC_RELAXED)) {
    before = __atomic_load_n(last, __ATOMIC_ACQUIRE);
    __atomic_store_n(last, next, __ATOMIC_RELEASE);
  }
  __diptych_atomic_end();
  return before;
}

/* The receiver leaves. Returns the message that will never be filled. */
void *__model_leave(void *const *last, int *has_receiver);
void *__model_leave(void *const *last, int *has_receiver) {
  __diptych_atomic_begin();
  __atomic_store_n(has_receiver, 0, __ATOMIC_RELAXED);
  void *end = __atomic_load_n(last, __ATOMIC_ACQUIRE);
  __diptych_atomic_end();
  return end;
}

void __model_fill(int *sent, int value);
void __model_fill(int *sent, int value) { __diptych_try_change(sent, DIPTYCH_EQ, 0, DIPTYCH_SET, value, __ATOMIC_RELEASE); }

int __model_await_message(int *sent);
int __model_await_message(int *sent) { return __diptych_await(sent, DIPTYCH_GE, 1, __ATOMIC_ACQUIRE, sent, "%p"); }

/* A message for which there is a place already is waited for. */
int __model_message_now(int *sent, const void *first, void *const *last);
int __model_message_now(int *sent, const void *first, void *const *last) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  if (__atomic_load_n(last, __ATOMIC_ACQUIRE) != first) return __model_await_message(sent);
  return __atomic_load_n(sent, __ATOMIC_ACQUIRE);
}

void __model_received(void **first, void *next);
void __model_received(void **first, void *next) { (void)__atomic_exchange_n(first, next, __ATOMIC_ACQUIRE); }

void __model_take_room(int *room);
void __model_take_room(int *room) { __diptych_take(room, DIPTYCH_GE, 1, DIPTYCH_ADD, -1, room, "%p"); }

int __model_try_take_room(int *room);
int __model_try_take_room(int *room) {
  return __diptych_try_change(room, DIPTYCH_GE, 1, DIPTYCH_ADD, -1, __ATOMIC_ACQUIRE) >= 1;
}

void __model_give_room(int *room, int count);
void __model_give_room(int *room, int count) { __diptych_try_change(room, DIPTYCH_GE, 0, DIPTYCH_ADD, count, __ATOMIC_RELEASE); }
