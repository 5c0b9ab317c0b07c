#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int main(void) {
  pthread_attr_t a;
  void *stack = 0, *s = (void *)1;
  unsigned long size = 0;
  char *room = aligned_alloc(16, 16384);
  assert(pthread_attr_init(&a) == 0);
  assert(pthread_attr_setstack(&a, room, 16384) == 0 && pthread_attr_getstack(&a, &s, &size) == 0);
  assert(s == room && size == 16384);
  assert(pthread_attr_destroy(&a) == 0);
  assert(pthread_getattr_np(pthread_self(), &a) == 0 && pthread_attr_getstack(&a, &stack, &size) == 0);
  assert(stack != 0 && size >= 16384);
  return 0;
}
