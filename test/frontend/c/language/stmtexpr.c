#include <assert.h>
#define max(a,b) ({ __typeof__(a) _a=(a); __typeof__(b) _b=(b); _a>_b?_a:_b; })
int x;
int main(void){x=max(3,4);
assert(x==4);
assert(({ int i=0; while(i<3) i++; i; })==3);
({ x++; });
assert(x==5);
return 0;
}
