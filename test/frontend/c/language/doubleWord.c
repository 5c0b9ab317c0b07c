#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

struct top { int *ptr; unsigned long tag; } __attribute__((aligned(16)));
struct pair { int a; int b; };
static struct top head;
static struct pair both = { 1, 2 };
static int cells[2];

static bool move(int *to) {
  struct top old, new = { to, 0 };
  __atomic_load(&head, &old, __ATOMIC_ACQUIRE);
  new.tag = old.tag + 1;
  return __atomic_compare_exchange(&head, &old, &new, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

static void *run(void *a) {
  struct pair mine = { 5, 6 }, was;
  __atomic_exchange(&both, &mine, &was, __ATOMIC_SEQ_CST);
  assert(was.a == 1 && was.b == 2);
  while (!move(&cells[1])) ;
  return a;
}

int main(void) {
  pthread_t t;
  assert(move(&cells[0]) && head.ptr == cells && head.tag == 1);
  struct top wrong = { 0, 1 }, none = { 0, 7 };
  assert(!__atomic_compare_exchange(&head, &wrong, &none, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
  assert(wrong.ptr == cells && wrong.tag == 1);
  pthread_create(&t, 0, run, 0);
  while (!move(&cells[0])) ;
  pthread_join(t, 0);
  assert(head.tag == 3 && (head.ptr == &cells[0] || head.ptr == &cells[1]) && both.a == 5 && both.b == 6);
  __atomic_store(&head, &none, __ATOMIC_SEQ_CST);
  assert(head.ptr == 0 && head.tag == 7);
  head.ptr = cells;
  return 0;
}
