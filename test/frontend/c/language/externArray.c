// Arrays whose length is known later than their name; values that flow into members without braces; what output functions return
#include <assert.h>
#include <stdio.h>
#include <unistd.h>
extern unsigned long words[];
extern int numbers[];
int one[], two[];
int two[2];
static int third(void) { return numbers[2] + (int)*words; }
union either { int a; char b[4]; };
struct mixed { int c; union either m; struct { int p, q; } t; int list[2]; };
struct mixed g = {.m = 5, .t = 1, 2, 3, 4}, h[2] = {[1].t.q = 3, [0] = 1, 2};
char cut[2][3] = {"1234", "xyz"};
int main(void) {
  int c = 'a';
  assert(third() == 12 && &numbers[1] == numbers + 1);
  assert(one[0] == 0 && sizeof two == 8 && two[1] == 0);
  assert(g.m.a == 5 && g.t.p == 1 && g.t.q == 2 && g.list[0] == 3 && g.list[1] == 4);
  assert(h[0].c == 1 && h[0].m.a == 2);
  assert(cut[0][2] == '3' && cut[1][2] == 'z');
  assert(putchar(c++) == 'a' && c == 'b' && write(1, "abc", 3) == 3 && fwrite("abcd", 2, 2, stdout) == 2);
}
unsigned long words[] = {7, 8};
int numbers[] = {3, 4, 5};
