#include <assert.h>
int f(int a[],int n){return a[n-1];
} int g(int a[static 2]){return a[1];
} int h(int n,int a[n]){return a[n-1];
} int k(int a[2][3]){return a[1][2];
}
int main(void){int a[]={1,2};
assert(f(a,2)==2&&g(a)==2&&h(2,a)==2);
int b[2][3]={{0},{1,2,3}};
assert(k(b)==3);
return 0;
}
