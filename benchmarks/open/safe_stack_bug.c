// A lock-free stack of free indices (D. Vyukov's "safe stack"), which three threads break after a few operations.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define THREADS 3

typedef struct {
  int value;
  atomic_int next;
} Cell;

static Cell cells[3];
static atomic_int head, count;

static int pop(void) {
  while (atomic_load(&count) > 1) {
    int top = atomic_load(&head);
    int next = atomic_exchange(&cells[top].next, -1);
    if (next >= 0) {
      if (atomic_compare_exchange_strong(&head, &top, next)) {
        atomic_fetch_sub(&count, 1);
        return top;
      }
      atomic_exchange(&cells[top].next, next);
    }
  }
  return -1;
}

static void push(int index) {
  int top = atomic_load(&head);
  do {
    atomic_store(&cells[index].next, top);
  } while (!atomic_compare_exchange_strong(&head, &top, index));
  atomic_fetch_add(&count, 1);
}

static void *thread(void *argument) {
  int id = (int)(long)argument;
  for (int i = 0; i < 2; i++) {
    int element;
    do
      element = pop();
    while (element < 0);
    cells[element].value = id;
    assert(cells[element].value == id);
    push(element);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  atomic_init(&count, 3);
  for (int i = 0; i < 2; i++)
    atomic_init(&cells[i].next, i + 1);
  atomic_init(&cells[2].next, -1);
  for (long i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, thread, (void *)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
}
