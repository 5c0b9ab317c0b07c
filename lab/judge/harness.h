/* Runs a concurrent program many times inside one process and counts its final states. A thread that is created waits a random
 * while for a gate, which opens when main starts to join: so threads that were created one after the other run together. */
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int gate;
static unsigned chance = 1;
static unsigned draw(void) { return (chance = chance * 1664525u + 1013904223u) >> 8; }

struct start { void *(*function)(void *); void *argument; unsigned patience, delay; };

static void *trampoline(void *p) {
  struct start s = *(struct start *)p;
  free(p);
  for (volatile unsigned n = 0; !gate && n < s.patience; n++)
    ;
  for (volatile unsigned n = 0; n < s.delay; n++)
    ;
  return s.function(s.argument);
}

static int gated_create(pthread_t *t, const pthread_attr_t *a, void *(*function)(void *), void *argument) {
  struct start *s = malloc(sizeof *s);
  s->function = function;
  s->argument = argument;
  s->patience = draw() % 4 == 0 ? 0 : 20000;
  s->delay = draw() % 3 == 0 ? draw() % 200 : 0;
  return pthread_create(t, a, trampoline, s);
}

static int gated_join(pthread_t t, void **result) {
  gate = 1;
  return pthread_join(t, result);
}

enum { most_states = 512, most_values = 64 };
static unsigned long long states[most_states][most_values];
static unsigned counts[most_states];
static int known;

static void remember(const unsigned long long *values, int n) {
  int i = 0;
  while (i < known && memcmp(states[i], values, n * sizeof *values) != 0)
    i++;
  if (i == most_states)
    return;
  if (i == known)
    memcpy(states[known++], values, n * sizeof *values);
  counts[i]++;
}

static void tell(int number, int n) {
  for (int i = 0; i < known; i++) {
    printf("%d %u", number, counts[i]);
    for (int k = 0; k < n; k++)
      printf(" %llx", states[i][k]);
    printf("\n");
  }
}
