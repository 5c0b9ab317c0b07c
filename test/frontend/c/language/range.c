#include <assert.h>
int a[10]={[0 ... 3]=5,[5]=1,[7 ... 9]=2}; int b[]={[2 ... 4]=1};
int main(void){assert(a[3]==5&&a[4]==0&&a[9]==2);
assert(sizeof b==20);
int c[4]={[1 ... 2]=9};
assert(c[2]==9&&c[3]==0);
return 0;
}
