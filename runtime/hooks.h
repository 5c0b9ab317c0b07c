#ifndef DIPTYCH_HOOKS_H
#define DIPTYCH_HOOKS_H
#include <stdint.h>
#pragma GCC visibility push(hidden) /* the program may use the same names */

int hook_enter(void);   /* 1 if the caller is the program and not the runtime itself */
void hook_leave(void);
void hook_settle(void); /* the value of the last plain write is now known */
void hook_read(const void *address, int size, int order, const void *pc);
void hook_write(const void *address, int size, int order, const void *pc);
void hook_range(uint8_t op, const void *address, uintptr_t size, const void *pc);
void hook_event(uint8_t op, const void *address, uint64_t value, int other, int order, const void *pc);
void hook_fence_all(const void *pc); /* a full fence of every thread, where each of them is */
#pragma GCC visibility pop
#endif
