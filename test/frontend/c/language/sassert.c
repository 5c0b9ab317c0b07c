#include <assert.h>
_Static_assert(sizeof(int)==4,"int"); struct s { int a; _Static_assert(1,"in"); };
int main(void){_Static_assert(1, "x"); static_assert(2>1,"y"); return 0;}
