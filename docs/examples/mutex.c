#include <assert.h>
#include <pthread.h>

int flag0, flag1, inside;

void *left(void *arg) {
  flag0 = 1;
  if (flag1 == 0)
    inside = 1;
  return 0;
}

void *right(void *arg) {
  flag1 = 1;
  if (flag0 == 0)
    assert(inside == 0);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, left, 0);
  pthread_create(&b, 0, right, 0);
  return 0;
}
