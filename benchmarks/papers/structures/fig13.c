// RELAXER, Fig. 13: both r1 and r2 are 0 only if the second thread takes the lock before the first one does, though it begins
// with a long function, and the store of x waits in its buffer all that time. Random schedules do not come near it; from any
// single run the cycle is predicted, and then it is forced.

#include <assert.h>
#include <pthread.h>

#ifdef FENCE_PSO
#define FENCE_TSO
#endif
#ifdef FENCE_TSO
#define fence() __sync_synchronize()
#else
#define fence()
#endif

#define LENGTH 100

int x, y, r1, r2;
int work1, work2;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void f1(void) {
  for (int i = 0; i < LENGTH; i++)
    work1 = work1 + i;
}

void f2(void) {
  for (int i = 0; i < LENGTH; i++)
    work2 = work2 + i;
}

void *thread1(void *unused) {
  x = 1;
  fence();
  r1 = y;
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  f2();
  return unused;
}

void *thread2(void *unused) {
  f1();
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  y = 1;
  fence();
  r2 = x;
  return unused;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, 0, thread1, 0);
  pthread_create(&t2, 0, thread2, 0);
  pthread_join(t1, 0);
  pthread_join(t2, 0);
  assert(r1 == 1 || r2 == 1);
}
