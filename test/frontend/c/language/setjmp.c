// setjmp where nobody jumps back; a fault that never happens has a handler that would.
#include <assert.h>
#include <setjmp.h>
#include <signal.h>
static jmp_buf env;
static sigjmp_buf faulty;
int tried;
static void on_fault(int number) {
  tried = number;
  siglongjmp(faulty, 1);
}
int main(void) {
  struct sigaction act = {}, old;
  act.sa_handler = on_fault;
  sigaction(SIGBUS, &act, &old);
  sigaction(SIGBUS, &old, 0);
  signal(SIGSEGV, on_fault);
  if (setjmp(env) == 0) tried++;
  if (sigsetjmp(faulty, 1)) assert(0);
  else tried++;
  assert(tried == 2);
}
