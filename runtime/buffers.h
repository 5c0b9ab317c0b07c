/* Store buffers, simulated (buffers.c). All of it does nothing unless DIPTYCH_BUFFERS asks for them. */
#ifndef DIPTYCH_BUFFERS_H
#define DIPTYCH_BUFFERS_H
#include <stdint.h>
#pragma GCC visibility push(hidden) /* the program may use the same names */

extern int buffered_model;                    /* 0: stores go to memory */
void buffers_start(void);
/* Before a store of the running thread: what must be in memory first is committed. 1 if the store is to be kept back. */
int buffer_takes(const void *address, int size, int order, const void *pc);
/* The store has been done and was logged at `place`; memory held `before`. */
void buffer_add(uint64_t place, void *address, int size, uint64_t value, uint64_t before);
void buffer_before_load(const void *address, uintptr_t size);
void buffer_before_update(const void *address, int size, int order);
void buffer_fence(int order);
void buffer_drain(void);                      /* of the running thread */
void buffer_drain_all(void);
void buffer_accessed(const void *pc);
/* The turn goes from one thread to another, or stays: stores that are due reach memory. */
void buffer_switch(int from, int to, uint64_t now);
#pragma GCC visibility pop
#endif
