#include <assert.h>
#include <pthread.h>
#include <stdint.h>
typedef unsigned __int128 u128;
union head { struct { void *ptr; uint64_t tag; } s; u128 whole; __int128_t w2; };
static union head top __attribute__((aligned(16)));
int n[2];
static int set(void *p) {
  union head old, new;
  old.s.ptr = top.s.ptr; old.s.tag = top.s.tag;
  new.s.ptr = p; new.s.tag = old.s.tag + 1;
  return __sync_bool_compare_and_swap(&top.whole, old.whole, new.whole);
}
static void *run(void *a) { while (!set(&n[1])) ; return 0; }
int main(void) {
  pthread_t t; pthread_create(&t, 0, run, 0);
  while (!set(&n[0])) ;
  pthread_join(t, 0);
  assert(top.s.tag == 2 && sizeof(u128) == 16 && _Alignof(__int128) == 16);
  return 0;
}
