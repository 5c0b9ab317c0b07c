#include <assert.h>
int n; int f(void){ return ++n; }
int main(void){assert((f()?:9)==1);
assert(n==1);
assert((0?:4)==4);
int *p=0;
int v=3;
int*q=p?:&v;
assert(*q==3);
return 0;
}
