#include <assert.h>

int main(void){assert(sizeof(char[3])==3);
int a[3][4];
assert(sizeof a/sizeof a[0]==3);
assert(sizeof(int(*)[3])==8);
assert(sizeof(void)==1);
return 0;
}
