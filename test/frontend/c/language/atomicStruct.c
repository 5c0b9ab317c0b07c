#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct head { unsigned tag; short a; signed char b; };
struct big { struct node *top; unsigned long tag; };
struct node { struct node *next; int v; };
_Atomic struct head h = { 7, -2, -3 };
static _Atomic(struct big) stack;
struct holder { int n; _Atomic struct head in; };
static void push(struct node *n) {
  struct big old = atomic_load(&stack), new;
  do { n->next = old.top; new.top = n; new.tag = old.tag + 1; } while (!atomic_compare_exchange_weak(&stack, &old, new));
}
static struct node *pop(void) {
  struct big old = atomic_load(&stack), new;
  do { if (!old.top) return 0; new.top = old.top->next; new.tag = old.tag + 1; } while (!atomic_compare_exchange_weak(&stack, &old, new));
  return old.top;
}
struct node a = { 0, 1 }, b = { 0, 2 };
int total;
union number { int i; char c[3]; };
_Atomic union number number;
struct triple { int a, b, c; };
_Atomic struct triple triple;
static void others(void) {
  union number n = { .i = 0x01020304 };
  number = n; n.i = 0; n = number;
  assert(n.c[0] == 4 && n.i == 0x01020304);
  struct triple d = { 1, 2, 3 };
  triple = d; d = atomic_exchange(&triple, ((struct triple){ 4, 5, 6 }));
  assert(d.c == 3);
  assert(!atomic_compare_exchange_strong(&triple, &d, d) && d.a == 4 && d.c == 6);
}
static void *run(void *p) { push(p); return 0; }
int main(void) {
  others();
  struct head x = h, y = { 1, 2, 3 };
  assert(x.tag == 7 && x.a == -2 && x.b == -3);
  h = y; x = atomic_load_explicit(&h, memory_order_relaxed);
  assert(x.tag == 1 && x.a == 2 && x.b == 3);
  x.b = 9;
  assert(!atomic_compare_exchange_strong(&h, &x, y) && x.b == 3);
  y.a = -1;
  assert(atomic_compare_exchange_strong(&h, &x, y));
  x = atomic_exchange(&h, ((struct head){ 4, 5, 6 }));
  assert(x.a == -1 && sizeof h == 8);
  struct holder *o = malloc(sizeof *o);
  o->n = 1; atomic_init(&o->in, x);
  x = atomic_load(&o->in); assert(x.a == -1 && o->n == 1);
  assert(sizeof stack == 16 && _Alignof(stack) == 16);
  pthread_t t; pthread_create(&t, 0, run, &a); run(&b); pthread_join(t, 0);
  total = pop()->v + pop()->v;
  assert(total == 3);
  struct big e = stack; assert(e.top == 0 && e.tag == 4);
}
