/* Dartagnan's. */
#pragma once
#include <pthread.h>
#define await_while(condition) while (condition)
#define __VERIFIER_racy_read(place) __atomic_load_n((place), 0)
#define __VERIFIER_racy_write(place, value) __atomic_store_n((place), (value), 0)
#define __VERIFIER_register_interrupt_handler(handler) \
  ({ pthread_t __diptych_handler; __VERIFIER_make_interrupt_handler(); \
     pthread_create(&__diptych_handler, 0, (handler), 0); __diptych_handler; })
