/*
 * What `-fsanitize=thread` makes of every access to memory that may be shared: a call before the access. Atomic operations are
 * done by the callee. Each call is a scheduling point; the access itself happens while the thread has the turn.
 */
#define _GNU_SOURCE
#include "hooks.h"
#include "buffers.h"
#include "log.h"
#include "schedule.h"
#include <stdint.h>
#include <string.h>

static uint64_t load(const void *address, int size) {
  uint64_t value = 0;
  for (int i = 0; i < size && i < 8; i++) value |= (uint64_t)((const volatile uint8_t *)address)[i] << 8 * i;
  return value;
}

void hook_settle(void) {
  if (!self->pending_record) return;
  char *address = (char *)(uintptr_t)self->pending_address;
  uint64_t value = load(address, self->pending_size);
  log_at(self->pending_record)->value = value;
  if (self->pending_buffered) buffer_add(self->pending_record, address, self->pending_size, value, self->pending_before);
  self->pending_buffered = 0;
  self->pending_record = 0;
}

int hook_enter(void) {
  if (!self || self->inside) return 0;
  self->inside = 1;
  hook_settle();
  return 1;
}

void hook_leave(void) { self->inside = 0; }

static struct record about(uint8_t op, const void *address, int size, int order, const void *pc) {
  buffer_accessed(pc);
  return (struct record){ .op = op, .address = (uint64_t)(uintptr_t)address, .size = (uint8_t)size, .order = (uint8_t)order,
    .thread = (uint16_t)(self - threads), .pc = (uint64_t)(uintptr_t)pc };
}

/* The value is read where it lies after the scheduling point: nobody else has the turn until the access is done. */
void hook_read(const void *address, int size, int order, const void *pc) {
  if (!hook_enter()) return;
  schedule_point();
  buffer_before_load(address, (uintptr_t)size);
  struct record record = about(OP_READ, address, size > 8 ? 8 : size, order, pc);
  record.value = load(address, size);
  log_add(record);
  if (size > 8) hook_leave(), hook_read((const char *)address + 8, size - 8, order, pc);
  else hook_leave();
}

/* The value is known at the next hook. */
void hook_write(const void *address, int size, int order, const void *pc) {
  if (!hook_enter()) return;
  schedule_point();
  int buffered = buffer_takes(address, size, order, pc);
  for (int done = 0; done < size; done += 8) {
    int part = size - done < 8 ? size - done : 8;
    struct record record = about(OP_WRITE, (const char *)address + done, part, order, pc);
    int last = done + 8 >= size && size <= 8;
    if (!last) record.flags = FLAG_UNKNOWN;
    if (buffered) record.flags = FLAG_BUFFERED;
    uint64_t place = log_add(record);
    if (last && place) {
      self->pending_buffered = buffered;
      self->pending_before = load(address, part);
      self->pending_record = place;
      self->pending_address = record.address;
      self->pending_size = part;
    }
  }
  hook_leave();
}

/* Adds a range at an aligned address; its bytes. */
static uintptr_t add_range(uint8_t op, const char *at, uintptr_t size, const void *pc) {
  uintptr_t bytes = size > MOST_RANGE ? MOST_RANGE : size & ~(uintptr_t)7;
  struct record record = about(op == OP_READ ? OP_READ_RANGE : OP_WRITE_RANGE, at, 8, ORDER_PLAIN, pc);
  if (op == OP_READ) record.value = load(at, 8);
  else record.flags = FLAG_UNKNOWN;
  record.before = bytes;
  log_add(record);
  return bytes;
}

/*
 * Blocks of memory whose contents are not followed: values are not known. A run with store buffers is checked word by word, so it
 * has no ranges.
 */
void hook_range(uint8_t op, const void *address, uintptr_t size, const void *pc) {
  if (size == 0 || !hook_enter()) return;
  schedule_point();
  if (op == OP_READ) buffer_before_load(address, size);
  else buffer_drain();
  const char *at = address, *end = at + size;
  while (at < end) {
    if (!buffered_model && ((uintptr_t)at & 7) == 0 && end - at >= LEAST_RANGE) {
      at += add_range(op, at, (uintptr_t)(end - at), pc);
      continue;
    }
    int part = (int)(8 - ((uintptr_t)at & 7));
    if (part > end - at) part = (int)(end - at);
    while (part & (part - 1) || ((uintptr_t)at & (uintptr_t)(part - 1))) part--;
    struct record record = about(op, at, part, ORDER_PLAIN, pc);
    if (op == OP_READ) record.value = load(at, part);
    else record.flags = FLAG_UNKNOWN;
    log_add(record);
    at += part;
  }
  hook_leave();
}

void hook_event(uint8_t op, const void *address, uint64_t value, int other, int order, const void *pc) {
  if (op == OP_FENCE) buffer_fence(order);
  else if (op != OP_ALLOC) buffer_drain();
  struct record record = about(op, address, 8, order, pc);
  record.value = value;
  record.other = (uint16_t)other;
  log_add(record);
}

#define PC __builtin_return_address(0)
#define ACCESS(name, size, order)                                                      \
  void __tsan_##name##read##size(void *a) { hook_read(a, size, order, PC); }           \
  void __tsan_##name##write##size(void *a) { hook_write(a, size, order, PC); }
#define ALL_SIZES(name, order) \
  ACCESS(name, 1, order) ACCESS(name, 2, order) ACCESS(name, 4, order) ACCESS(name, 8, order) ACCESS(name, 16, order)
ALL_SIZES(, ORDER_PLAIN)
ALL_SIZES(unaligned_, ORDER_PLAIN)
ALL_SIZES(volatile_, ORDER_VOLATILE)
ALL_SIZES(unaligned_volatile_, ORDER_VOLATILE)
#define BOTH(name, size)                               \
  void __tsan_##name##read_write##size(void *a) {      \
    hook_read(a, size, ORDER_PLAIN, PC);               \
    hook_write(a, size, ORDER_PLAIN, PC);              \
  }
BOTH(, 1) BOTH(, 2) BOTH(, 4) BOTH(, 8) BOTH(, 16)
BOTH(unaligned_, 1) BOTH(unaligned_, 2) BOTH(unaligned_, 4) BOTH(unaligned_, 8) BOTH(unaligned_, 16)

/* gcc copies a structure after announcing the write and then the read: the contents are not followed. */
void __tsan_read_range(void *a, uintptr_t size) { hook_range(OP_READ, a, size, PC); }
void __tsan_write_range(void *a, uintptr_t size) { hook_range(OP_WRITE, a, size, PC); }
void __tsan_vptr_update(void **a, void *value) { if (*a != value) hook_write(a, 8, ORDER_PLAIN, PC); }
void __tsan_vptr_read(void **a) { hook_read(a, 8, ORDER_PLAIN, PC); }
void __tsan_func_entry(void *pc) { (void)pc; }
void __tsan_func_exit(void) {}
void __tsan_init(void) {}

static void update(const void *address, int size, int order, uint64_t before, uint64_t after, const void *pc) {
  struct record record = about(OP_UPDATE, address, size, order, pc);
  record.before = before;
  record.value = after;
  log_add(record);
}

/* A compare-exchange that fails writes nothing, and has an order of its own. */
static void failure(const void *address, int size, int order, int fail, uint64_t found, const void *pc) {
  struct record record = about(OP_UPDATE, address, size, order, pc);
  record.before = record.value = found;
  record.flags = FLAG_FAILED;
  record.other = (uint16_t)fail;
  log_add(record);
}

/* An operation at its turn; outside the record (before the start, in a signal in the runtime) it is just done. */
#define BEGIN() int logs = hook_enter(); if (logs) schedule_point()
#define END() if (logs) hook_leave()

#define ATOMIC(bits, T)                                                                                             \
  T __tsan_atomic##bits##_load(const volatile T *a, int order) {                                                    \
    BEGIN();                                                                                                        \
    if (logs) buffer_before_load((const void *)a, bits / 8);                                                        \
    T value = __atomic_load_n(a, __ATOMIC_SEQ_CST);                                                                 \
    if (logs) {                                                                                                     \
      struct record record = about(OP_READ, (const void *)a, bits / 8, order, PC);               \
      record.value = (uint64_t)value;                                                                               \
      log_add(record);                                                                                              \
    }                                                                                                               \
    END();                                                                                                          \
    return value;                                                                                                   \
  }                                                                                                                 \
  void __tsan_atomic##bits##_store(volatile T *a, T value, int order) {                                             \
    BEGIN();                                                                                                        \
    if (logs) {                                                                                                     \
      int buffered = buffer_takes((const void *)a, bits / 8, order, PC);                                            \
      struct record record = about(OP_WRITE, (const void *)a, bits / 8, order, PC);                                 \
      record.value = (uint64_t)value;                                                                               \
      record.flags = buffered ? FLAG_BUFFERED : 0;                                                                  \
      uint64_t place = log_add(record);                                                                             \
      if (buffered && place) buffer_add(place, (void *)a, bits / 8, (uint64_t)value, load((const void *)a, bits / 8)); \
    }                                                                                                               \
    __atomic_store_n(a, value, __ATOMIC_SEQ_CST);                                                                   \
    END();                                                                                                          \
  }                                                                                                                 \
  UPDATES(bits, T)                                                                                                  \
  int __tsan_atomic##bits##_compare_exchange_strong(volatile T *a, T *e, T d, int order, int fail) {                \
    return compare##bits(a, e, d, order, fail, PC);                                                                 \
  }                                                                                                                 \
  int __tsan_atomic##bits##_compare_exchange_weak(volatile T *a, T *e, T d, int order, int fail) {                  \
    return compare##bits(a, e, d, order, fail, PC);                                                                 \
  }                                                                                                                 \
  T __tsan_atomic##bits##_compare_exchange_val(volatile T *a, T e, T d, int order, int fail) {                      \
    compare##bits(a, &e, d, order, fail, PC);                                                                       \
    return e;                                                                                                       \
  }
#define UPDATES(bits, T)                                                                                            \
  UPDATE(bits, T, exchange, value) UPDATE(bits, T, fetch_add, before + value)                                       \
  UPDATE(bits, T, fetch_sub, before - value) UPDATE(bits, T, fetch_and, before & value)                             \
  UPDATE(bits, T, fetch_or, before | value) UPDATE(bits, T, fetch_xor, before ^ value)                              \
  UPDATE(bits, T, fetch_nand, ~(before & value))                                                                    \
  static int compare##bits(volatile T *a, T *e, T d, int order, int fail, const void *pc) {                         \
    BEGIN();                                                                                                        \
    if (logs) buffer_before_update((const void *)a, bits / 8, order);                                               \
    T before = __atomic_load_n(a, __ATOMIC_SEQ_CST);                                                                \
    int same = before == *e;                                                                                        \
    if (logs && same) update((const void *)a, bits / 8, order, (uint64_t)before, (uint64_t)d, pc);                  \
    if (logs && !same) failure((const void *)a, bits / 8, order, fail, (uint64_t)before, pc);                       \
    if (same) __atomic_store_n(a, d, __ATOMIC_SEQ_CST);                                                             \
    else *e = before;                                                                                               \
    END();                                                                                                          \
    return same;                                                                                                    \
  }
#define UPDATE(bits, T, name, after)                                                                                \
  T __tsan_atomic##bits##_##name(volatile T *a, T value, int order) {                                               \
    BEGIN();                                                                                                        \
    if (logs) buffer_before_update((const void *)a, bits / 8, order);                                               \
    T before = __atomic_load_n(a, __ATOMIC_SEQ_CST);                                                                \
    T stored = (T)(after);                                                                                          \
    if (logs) update((const void *)a, bits / 8, order, (uint64_t)before, (uint64_t)stored, PC);  \
    __atomic_store_n(a, stored, __ATOMIC_SEQ_CST);                                                                  \
    END();                                                                                                          \
    return before;                                                                                                  \
  }
ATOMIC(8, uint8_t)
ATOMIC(16, uint16_t)
ATOMIC(32, uint32_t)
ATOMIC(64, uint64_t)

/* Sixteen bytes: done as two halves while nobody else runs. */
typedef unsigned __int128 uint128;
#define HALVES(a) ((volatile uint64_t *)(a))
static uint128 load128(const volatile uint128 *a) {
  return (uint128)((const volatile uint64_t *)a)[1] << 64 | ((const volatile uint64_t *)a)[0];
}
static void store128(volatile uint128 *a, uint128 value) {
  HALVES(a)[0] = (uint64_t)value;
  HALVES(a)[1] = (uint64_t)(value >> 64);
}
static void log128(uint8_t op, const volatile void *a, int order, uint128 before, uint128 after, const void *pc) {
  for (int half = 0; half < 2; half++) {
    struct record record = about(op, (const char *)a + 8 * half, 8, order, pc);
    record.before = (uint64_t)(before >> 64 * half);
    record.value = (uint64_t)(after >> 64 * half);
    log_add(record);
  }
}
uint128 __tsan_atomic128_load(const volatile uint128 *a, int order) {
  BEGIN();
  if (logs) buffer_before_load((const void *)a, 16);
  uint128 value = load128(a);
  if (logs) log128(OP_READ, a, order, value, value, PC);
  END();
  return value;
}
void __tsan_atomic128_store(volatile uint128 *a, uint128 value, int order) {
  BEGIN();
  if (logs) buffer_drain();
  if (logs) log128(OP_WRITE, a, order, 0, value, PC);
  store128(a, value);
  END();
}
#define UPDATE128(name, after)                                                      \
  uint128 __tsan_atomic128_##name(volatile uint128 *a, uint128 value, int order) {  \
    BEGIN();                                                                        \
    if (logs) buffer_drain();                                                       \
    uint128 before = load128(a), stored = (after);                                  \
    if (logs) log128(OP_UPDATE, a, order, before, stored, PC);                      \
    store128(a, stored);                                                            \
    END();                                                                          \
    return before;                                                                  \
  }
UPDATE128(exchange, value) UPDATE128(fetch_add, before + value) UPDATE128(fetch_sub, before - value)
UPDATE128(fetch_and, before & value) UPDATE128(fetch_or, before | value) UPDATE128(fetch_xor, before ^ value)
UPDATE128(fetch_nand, ~(before & value))
static int compare128(volatile uint128 *a, uint128 *e, uint128 d, int order, int fail, const void *pc) {
  BEGIN();
  if (logs) buffer_drain();
  uint128 before = load128(a);
  int same = before == *e;
  if (logs && same) log128(OP_UPDATE, a, order, before, d, pc);
  for (int half = 0; logs && !same && half < 2; half++)
    failure((const char *)a + 8 * half, 8, order, fail, (uint64_t)(before >> 64 * half), pc);
  if (same) store128(a, d);
  else *e = before;
  END();
  return same;
}
int __tsan_atomic128_compare_exchange_strong(volatile uint128 *a, uint128 *e, uint128 d, int order, int fail) {
  return compare128(a, e, d, order, fail, PC);
}
int __tsan_atomic128_compare_exchange_weak(volatile uint128 *a, uint128 *e, uint128 d, int order, int fail) {
  return compare128(a, e, d, order, fail, PC);
}
uint128 __tsan_atomic128_compare_exchange_val(volatile uint128 *a, uint128 e, uint128 d, int order, int fail) {
  compare128(a, &e, d, order, fail, PC);
  return e;
}

void __tsan_atomic_thread_fence(int order) {
  BEGIN();
  if (logs) hook_event(OP_FENCE, 0, 0, 0, order, PC);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  END();
}
/* sys_membarrier: nobody else runs, so each thread is between two of its operations. */
void hook_fence_all(const void *pc) {
  if (!hook_enter()) return;
  schedule_point();
  buffer_drain_all();
  for (int t = 0; t < thread_count; t++) {
    if (threads[t].state == ENDED || threads[t].state == NO_THREAD) continue;
    struct record record = about(OP_FENCE, 0, 8, __ATOMIC_SEQ_CST, pc);
    record.thread = (uint16_t)t;
    log_add(record);
  }
  hook_leave();
}

void __tsan_atomic_signal_fence(int order) { (void)order; }

/* A fence written in assembly cannot be seen; DIPTYCH_FENCE() of diptych.h can. */
void diptych_fence(int order) {
  BEGIN();
  if (logs) hook_event(OP_FENCE, 0, 0, 0, order, PC);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  END();
}
