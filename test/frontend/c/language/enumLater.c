// Enums that are named before they are defined.
#include <assert.h>
enum colour *favourite;
enum state next(enum state);
struct job {
  enum state *at;
};
enum colour { red = 3, green };
enum state { idle, busy };
enum state next(enum state s) { return s == idle ? busy : idle; }
enum colour chosen = green;
int main(void) {
  enum state s = idle;
  struct job job = {&s};
  favourite = &chosen;
  assert(*favourite == 4 && next(*job.at) == busy);
  return 0;
}
