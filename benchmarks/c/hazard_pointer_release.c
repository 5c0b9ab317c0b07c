/* The announcement only releases: the look after it may come before it, and the object is used after it was freed.
 * expected  sc: holds  tso: assertion,use-after-free  pso: assertion,use-after-free
 */
#define ANNOUNCE memory_order_release
#include "hazard_pointer.c"
