// The flag is set between a waiter's look at it and its wait.
#define BUG
#include "wakeup.c"
