#include <assert.h>
int f(int x){ int n=0;
if(x) goto b;
a: n+=1;
if(n>10) goto end;
b: n+=3;
if(n<20) goto a;
end: return n;
}
int main(void){assert(f(0)==13); assert(f(1)==12); return 0;}
