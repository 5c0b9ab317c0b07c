#include <assert.h>
int x;
int main(void){int a=(x=1,x+1);
assert(a==2);
for(int i=0,j=5;i<j;i++,j--) x++;
assert(x==4);
return 0;
}
