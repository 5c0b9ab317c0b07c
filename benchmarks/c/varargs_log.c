/* A logger with a variable number of arguments: the slot is taken atomically, the text is published by its length.
 * expected  sc: holds  tso: holds  pso: assertion
 */
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>

#define SLOTS 2
#define WORDS 2

static struct {
  int words[WORDS];
  volatile int length;
} entries[SLOTS];
static int used;

static void log_words(int count, ...) {
  int slot = __sync_fetch_and_add(&used, 1);
  va_list words;
  va_start(words, count);
  for (int i = 0; i < count; i++)
    entries[slot].words[i] = va_arg(words, int);
  va_end(words);
  entries[slot].length = count; /* nothing keeps this behind the words */
}

static void *writer(void *unused) {
  log_words(2, 7, 8);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, writer, NULL);
  if (entries[0].length == 2)
    assert(entries[0].words[0] == 7 && entries[0].words[1] == 8);
  pthread_join(t, NULL);
  return 0;
}
