#include <assert.h>

int main(void){long double x=1.0L; (void)x; return 0;}
