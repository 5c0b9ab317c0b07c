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
assert("\%"[0]=='%' && '\d'=='d' && sizeof "\q\8"==3 && "\%d"[1]=='d');
assert(sizeof "\u0201"==3 && "\u00e9"[0]==(char)0xc3 && "\u00e9"[1]==(char)0xa9 && sizeof "\U0001F600."==6);
assert(L'\u0201'==0x201 && U'\U0001F600'==0x1F600 && "\u0201x"[2]=='x');
return 0;
}
