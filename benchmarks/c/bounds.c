/* Two threads append to an array and share its length: the index can run past the end.
 * expected  sc: out-of-bounds  tso: out-of-bounds  pso: out-of-bounds
 */
#include <pthread.h>

#define ROOM 2
int values[ROOM];
unsigned length;

static void append(int value) {
  if (length < ROOM)
    values[length++] = value;
}

void *appender(void *arg) {
  append((int)(long)arg);
  append((int)(long)arg + 1);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, appender, (void *)10L);
  pthread_create(&b, NULL, appender, (void *)20L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
