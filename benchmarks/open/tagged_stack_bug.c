// Without the number, a thread mistakes a node that came back for the node it has seen (ABA).
#define BUG
#include "tagged_stack.c"
