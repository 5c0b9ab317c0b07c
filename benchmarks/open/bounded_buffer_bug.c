// The consumer of bounded_buffer.c that does not look again after it was woken.
#define BUG
#include "bounded_buffer.c"
