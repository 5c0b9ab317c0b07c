#include <assert.h>
char s[5]="abc"; const char*t[]={"x","yy"}; struct {char n[4]; int v;} r={"ab",3}; char u[]={"hi"};
int main(void){assert(s[3]==0&&t[1][1]=='y'&&r.n[1]=='b'&&r.v==3&&sizeof u==3); return 0;}
