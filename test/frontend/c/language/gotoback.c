#include <assert.h>
int f(int x){ int n=0;
again: n++;
if(n>5) goto out;
if(x) goto mid;
n+=2;
mid: if(n<3) goto again;
out: return n;
}
int main(void){assert(f(0)==3); assert(f(1)==3); return 0;}
