// Thirteen threads put their items into a hash table; the first twelve never meet (after Flanagan and Godefroid).
#include <assert.h>
#include <pthread.h>

#define SIZE 128
#define MOST 4
#define THREADS 13

static int table[SIZE];
static pthread_mutex_t cas[SIZE];

static int swap(int h, int old, int new) {
  int ok = 0;
  pthread_mutex_lock(&cas[h]);
  if (table[h] == old) {
    table[h] = new;
    ok = 1;
  }
  pthread_mutex_unlock(&cas[h]);
  return ok;
}

static void *insert(void *argument) {
  int id = (int)(long)argument;
  for (int m = 0; m < MOST; m++) {
    int item = (m + 1) * 11 + id;
    int h = (item * 7) % SIZE;
    while (!swap(h, 0, item))
      h = (h + 1) % SIZE;
    assert(h >= 0 && h < SIZE);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < SIZE; i++)
    pthread_mutex_init(&cas[i], NULL);
  for (long i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, insert, (void *)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
}
