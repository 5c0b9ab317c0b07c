#include <assert.h>
#include <stdint.h>
typedef union { uint64_t raw; struct { uint32_t ver; uint32_t val; }; } vv; vv g;
int main(void){vv o,n;
o.raw=__atomic_load_n(&g.raw,__ATOMIC_ACQUIRE);
n=o;
n.ver++;
n.val=7;
assert(__atomic_compare_exchange_n(&g.raw,&o.raw,n.raw,0,__ATOMIC_ACQ_REL,__ATOMIC_ACQUIRE));
assert(g.ver==1&&g.val==7);
return 0;
}
