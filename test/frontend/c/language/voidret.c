#include <assert.h>
void f(void); void g(void){ return f(); } void f(void){}
int main(void){g(); return 0;}
