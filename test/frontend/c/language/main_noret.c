#include <assert.h>
int x; main(){ x=1; }
