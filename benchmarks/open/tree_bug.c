// Nodes are counted after the lock is released.
#define BUG
#include "tree.c"
