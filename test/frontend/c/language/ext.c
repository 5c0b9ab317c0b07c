#include <assert.h>
__extension__ typedef long long ll; __extension__ struct q {int a;};
int main(void){ll x=__extension__ 3; x=__extension__ ({ 4; }); assert(x==4); return 0;}
