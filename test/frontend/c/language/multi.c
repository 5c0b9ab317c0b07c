#include <assert.h>
int a[2][3]={{1,2,3},{4,5,6}}; int b[][2]={1,2,3,4};
int main(void){int s=0;
for(int i=0;i<2;i++) for(int j=0;j<3;j++) s+=a[i][j];
assert(s==21);
int(*r)[3]=a+1;
assert((*r)[0]==4);
assert(sizeof b==16);
return 0;
}
