/* RELAXER's harness for sets: insert 3 and 7, then insert -1, remove 2 || remove 3, insert 1, contains 7 || contains 3,
 * insert -5. What the operations return is written as the digits of one number, thread by thread; the numbers that
 * occur when each operation is atomic, and what the set then holds at the end, are in setResults.h.
 * -DSMALL: insert 3, then remove 3, insert 1 || contains 3, insert -5. -DTINY: insert 3, then insert 1 || contains 3.
 */
#include <assert.h>
#include <pthread.h>
#include "setResults.h"

static void init(void);
static int insert(int key);
static int remove(int key);
static int contains(int key);
/* The keys in order, each as the hexadecimal digit key + 6. */
static int contents(void);

#ifdef TINY

void *second(void *unused) {
  return (void *)(long)insert(1);
}

void *third(void *unused) {
  return (void *)(long)contains(3);
}

#elif defined SMALL

void *second(void *unused) {
  int result = remove(3);
  result = result * 10 + insert(1);
  return (void *)(long)result;
}

void *third(void *unused) {
  int result = contains(3);
  result = result * 10 + insert(-5);
  return (void *)(long)result;
}

#else

void *first(void *unused) {
  int result = insert(-1);
  result = result * 10 + remove(2);
  return (void *)(long)result;
}

void *second(void *unused) {
  int result = remove(3);
  result = result * 10 + insert(1);
  result = result * 10 + contains(7);
  return (void *)(long)result;
}

void *third(void *unused) {
  int result = contains(3);
  result = result * 10 + insert(-5);
  return (void *)(long)result;
}

#endif

int main(void) {
  pthread_t a, b, c;
  void *one = 0, *two, *three;
  init();
  assert(insert(3));
#if !defined TINY && !defined SMALL
  assert(insert(7));
  pthread_create(&a, 0, first, 0);
#endif
  pthread_create(&b, 0, second, 0);
  pthread_create(&c, 0, third, 0);
#if !defined TINY && !defined SMALL
  pthread_join(a, &one);
#endif
  pthread_join(b, &two);
  pthread_join(c, &three);
#ifdef TINY
  assert(atomicResult((int)(long)two * 10 + (int)(long)three));
#else
  assert(atomicResult((int)(long)one * 100000 + (int)(long)two * 100 + (int)(long)three));
#endif
  assert(contents() == ATOMIC_CONTENTS);
  return 0;
}
