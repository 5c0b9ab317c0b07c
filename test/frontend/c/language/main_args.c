#include <assert.h>
#include <string.h>
int length(char **list) {
  int n = 0;
  while (*list++) n++;
  return n;
}
int main(int argc, char **argv, char **environment) {
  assert(argc == 1);
  assert(argv[0] && strlen(argv[0]) > 0);
  assert(argv[argc] == NULL);
  assert(length(argv) == 1);
  assert(length(environment) >= 0);
  argv[0] = "other";
  assert(argv[0][1] == 't');
  return 0;
}
