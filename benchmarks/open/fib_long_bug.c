// The largest number that two threads reach is not allowed: one order of all steps shows it.
#define MOST 6764
#include "fib_long.c"
