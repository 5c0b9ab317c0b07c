#include <assert.h>

int main(void){assert('\n'==10&&'\x41'==65&&'\101'==65&&'\0'==0&&'\''==39);
assert('ab'==('a'<<8|'b'));
assert(L'a'==97);
assert(u'a'==97);
char s[]="a" "b\t" "";
assert(sizeof s==4);
assert("xyz"[1]=='y');
assert(sizeof "abc"==4);
assert(u8"q"[0]=='q');
return 0;
}
