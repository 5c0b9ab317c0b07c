#include <assert.h>
int x;
int main(void){x==1; (void)x; x; +x; sizeof x; ;; return 0;}
