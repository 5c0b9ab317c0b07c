// The owner takes the last item without a compare-and-swap: a thief may take it too.
#define BUG
#include "deque.c"
