/* The heap, and functions that touch blocks of memory. */
#define _GNU_SOURCE
#include "hooks.h"
#include "buffers.h"
#include "interpose.h"
#include "record.h"
#include <errno.h>
#include <stddef.h>

/* Memory of the heap: an address that is used again is another object. */
extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t), *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);
static void *allocated(void *block, size_t size, const void *pc) {
  if (block && hook_enter()) {
    hook_event(OP_ALLOC, block, size, 0, 0, pc);
    hook_leave();
  }
  return block;
}
void *malloc(size_t size) { return allocated(__libc_malloc(size), size, PC); }
void *calloc(size_t n, size_t size) { return allocated(__libc_calloc(n, size), n * size, PC); }
void *realloc(void *old, size_t size) {
  if (old && hook_enter()) {
    buffer_drain();
    hook_leave();
  }
  return allocated(__libc_realloc(old, size), size, PC);
}
void *memalign(size_t alignment, size_t size) { return allocated(__libc_memalign(alignment, size), size, PC); }
void *aligned_alloc(size_t alignment, size_t size) { return allocated(__libc_memalign(alignment, size), size, PC); }
int posix_memalign(void **block, size_t alignment, size_t size) {
  *block = allocated(__libc_memalign(alignment, size), size, PC);
  return *block ? 0 : ENOMEM;
}
size_t malloc_usable_size(void *);
void free(void *block) {
  if (block && hook_enter()) {
    hook_event(OP_FREE, block, malloc_usable_size(block), 0, 0, PC);
    hook_leave();
  }
  __libc_free(block);
}

/* Blocks of bytes, which compilers make of assignments too (diptych cc keeps the calls). */
void *memcpy(void *restrict to, const void *restrict from, size_t n) {
  hook_range(OP_READ, from, n, PC);
  hook_range(OP_WRITE, to, n, PC);
  for (size_t i = 0; i < n; i++) ((volatile char *)to)[i] = ((const volatile char *)from)[i];
  return to;
}
void *memmove(void *to, const void *from, size_t n) {
  hook_range(OP_READ, from, n, PC);
  hook_range(OP_WRITE, to, n, PC);
  if ((uintptr_t)to < (uintptr_t)from)
    for (size_t i = 0; i < n; i++) ((volatile char *)to)[i] = ((const volatile char *)from)[i];
  else
    for (size_t i = n; i-- > 0;) ((volatile char *)to)[i] = ((const volatile char *)from)[i];
  return to;
}
void *memset(void *to, int value, size_t n) {
  hook_range(OP_WRITE, to, n, PC);
  for (size_t i = 0; i < n; i++) ((volatile char *)to)[i] = (char)value;
  return to;
}
void *__tsan_memcpy(void *to, const void *from, size_t n) { return memcpy(to, from, n); }
void *__tsan_memmove(void *to, const void *from, size_t n) { return memmove(to, from, n); }
void *__tsan_memset(void *to, int value, size_t n) { return memset(to, value, n); }
