#include <assert.h>
double d=1.5; float f=2.5f; double half(void){return 0.5;}
int main(void){double a=1.0/3;
assert(a>0.333&&a<0.334);
int i=(int)(2.9);
assert(i==2);
float g=0.1f;
assert(g!=0.1);
assert(sizeof(1.0)==8&&sizeof(1.0f)==4&&sizeof(1.0L)==16);
a+=1;
assert((int)a==1);
assert(half()*4==2);
d=3.5;
unsigned u=(unsigned)1e9;
assert(u==1000000000u);
if(a) i++;
assert(!0.0);
return 0;
}
