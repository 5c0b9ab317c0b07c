#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int order, a, b, c;
static void late(void) __attribute__((constructor(200)));
__attribute__((constructor(101))) static void early(void) { a = ++order; }
static void late(void) { b = ++order; }
static void __attribute__((constructor)) last(int argc, char **argv) { c = ++order + argc; }
static void bye(void) { assert(order == 4); order = 5; }
static __attribute__((destructor)) void fini(void) { assert(order == 5); order = 6; }
static __attribute__((destructor(101))) void fini2(void) { assert(order == 6); order = 7; }
int main(void) { assert(a == 1 && b == 2 && c == 4 && order == 3); order = 4; atexit(bye); return 0; }
