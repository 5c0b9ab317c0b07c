#include <assert.h>
union u { int i;
float f;
unsigned char b[4];
struct { short lo, hi;
};
} ;
union u g={.i=0x01020304};
int main(void){assert(g.b[0]==4&&g.hi==0x0102); union u l; l.i=5; assert(l.lo==5); return 0;}
