// The writer of logger.c that does not look again after it was woken.
#define BUG
#include "logger.c"
