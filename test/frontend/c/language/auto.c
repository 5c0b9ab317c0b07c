#include <assert.h>

int main(void){__auto_type a=3L;
assert(sizeof a==8);
for(__auto_type i=0;i<2;i++) a++;
assert(a==5);
return 0;
}
