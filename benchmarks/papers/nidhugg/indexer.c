/* Threads insert messages into a shared hash table by compare-and-swap and probe on where a slot is taken. Only messages of
 * the last threads collide, which no static analysis sees. At the end every message is in the table.
 */
#include <assert.h>
#include <pthread.h>

#define SIZE 128
#define MESSAGES 4
#define THREADS 13

int table[SIZE];

static void insert(int message) {
  int slot = (message * 7) % SIZE;
  while (!__sync_bool_compare_and_swap(&table[slot], 0, message))
    slot = (slot + 1) % SIZE;
}

void *sender(void *arg) {
  int me = (int)(long)arg;
  for (int m = 1; m <= MESSAGES; m++)
    insert(m * 11 + me);
  return 0;
}

int main(void) {
  pthread_t t[THREADS];
  int found = 0;
  for (int i = 0; i < THREADS; i++)
    pthread_create(&t[i], 0, sender, (void *)(long)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join(t[i], 0);
  for (int i = 0; i < SIZE; i++)
    if (table[i] != 0)
      found++;
  assert(found == THREADS * MESSAGES);
  return 0;
}
