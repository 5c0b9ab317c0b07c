// Values for the array without length at the end of a struct.
#include <assert.h>
#include <string.h>
struct list {
  int count, items[];
};
struct list two = {2, {1, 2}}, none = {0};
static struct list named = {.items = {4, 5, [3] = 7}, .count = 4};
struct text {
  char kind;
  char letters[];
} hello = {'a', "hello"};
struct pairs {
  short count;
  struct {
    int left, *right;
  } each[];
} pairs = {1, {{1, &two.count}, {3, two.items}}};
int sum(struct list *l) {
  int all = 0;
  for (int i = 0; i < l->count; i++) all += l->items[i];
  return all;
}
int main(void) {
  static struct list local = {1, {9}};
  assert(sizeof two == 4 && two.items[1] == 2 && sum(&two) == 3 && sum(&none) == 0);
  assert(sum(&named) == 16 && named.items[2] == 0 && local.items[0] == 9);
  assert(strlen(hello.letters) == 5 && hello.letters[4] == 'o');
  assert(pairs.each[1].left == 3 && *pairs.each[1].right == 1 && *pairs.each[0].right == 2);
  two.items[1] = 8;
  assert(sum(&two) == 9);
  return 0;
}
