#include <assert.h>
typedef int T; typedef struct { int T; } U; int f(int T){ return T*2; }
int main(void){T T=3;
assert(T==3);
{ int U=2;
assert(U*T==6);
} assert(f(2)==4);
unsigned T2=(unsigned)T;
(void)T2;
return 0;
}
