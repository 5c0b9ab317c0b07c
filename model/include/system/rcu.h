#include <lkmm.h>
#define init_rcu() ((void)0)
