/* A state machine driven by a table of functions, its events chosen freely.
 * expected  sc: assertion  tso: assertion  pso: assertion
 */
#include <assert.h>
#include <stdbool.h>

_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assume(int);

enum state { IDLE, RUNNING = 4, FAILED };

typedef enum state (*handler)(enum state, int *);

static enum state start(enum state s, int *steps) {
  ++*steps;
  switch (s) {
  case IDLE:
    return RUNNING;
  case RUNNING:
  case FAILED:
    break;
  }
  return s;
}

static enum state stop(enum state s, int *steps) { return *steps > 2 ? FAILED : s == RUNNING ? IDLE : s; }

static const struct {
  const char *name;
  handler run;
} events[] = { { "start", start }, { "stop", stop } };

enum state now;
int steps;

int main(void) {
  for (int i = 0; i < 4; i++) {
    bool which = __VERIFIER_nondet_bool();
    __VERIFIER_assume(i > 0 || !which);
    now = events[which].run(now, &steps);
  }
  assert(now != FAILED);
  return 0;
}
