/* stack_safe.c with a mistake: who pops trusts a flag that the first push raises and nothing lowers, so it may find the
 * stack empty, on any machine.
 */
#include <assert.h>
#include <pthread.h>

#define SIZE 5

int stack[SIZE];
int top;
int pushed;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void push(int value) {
  assert(top < SIZE);
  stack[top] = value;
  top++;
}

static int pop(void) {
  assert(top > 0);
  top--;
  return stack[top];
}

void *pusher(void *unused) {
  for (int i = 0; i < SIZE; i++) {
    pthread_mutex_lock(&mutex);
    push(i + 1);
    pushed = 1;
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

void *popper(void *unused) {
  for (int i = 0; i < SIZE; i++) {
    pthread_mutex_lock(&mutex);
    if (pushed)
      assert(pop() > 0);
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, pusher, 0);
  pthread_create(&b, 0, popper, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
