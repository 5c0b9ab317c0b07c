#include <assert.h>
int *p;
int main(void){p=(int*)0x10;
long l=(long)p;
assert(l==16);
int x=3;
p=&x;
unsigned long u=(unsigned long)p|1;
assert(*(int*)(u&~1UL)==3);
return 0;
}
