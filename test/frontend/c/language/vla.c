#include <assert.h>
int f(int n){ int a[n];
for(int i=0;i<n;i++) a[i]=i*i;
int s=0;
for(int i=0;i<n;i++) s+=a[i];
assert(sizeof a==n*4u);
return s;
}
int main(void){assert(f(4)==14);
int n=3;
int b[n][2];
b[2][1]=7;
assert(b[2][1]==7);
assert(f(2)==1);
return 0;
}
