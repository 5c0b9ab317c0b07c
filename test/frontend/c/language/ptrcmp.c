#include <assert.h>
int a[3];
int main(void){int*p=a,*q=a+3;
int n=0;
while(p<q) {p++;
n++;
} assert(n==3);
assert(q-a==3);
assert((char*)q-(char*)a==12);
return 0;
}
