#include <assert.h>
#define X(a) do { a++; } while(0)
int a;
int main(void){if(a==0) X(a);
else X(a);
assert(a==1);
int i=0;
do { if(i==2) continue;
i++;
if (i>3) break;
} while(i<2);
assert(i==2);
return 0;
}
