#include <assert.h>
int f(int x){ int r=0;
if(x<0) goto err;
r=1;
if(x>5) goto out;
r=2;
out: r+=10;
return r;
err: return -1;
}
int main(void){assert(f(-1)==-1); assert(f(6)==11); assert(f(1)==12); return 0;}
