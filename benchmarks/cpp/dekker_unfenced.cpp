// The same entry without the fence: both threads may read that the other has not announced itself.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<bool> flag[2];
std::atomic<int> inside{0};

bool try_enter(int me) {
  flag[me].store(true, std::memory_order_relaxed);
  return !flag[1 - me].load(std::memory_order_relaxed);
}

void visit(int me) {
  if (!try_enter(me)) return;
  assert(inside.fetch_add(1, std::memory_order_relaxed) == 0);
}

int main() {
  std::thread a(visit, 0);
  std::thread b(visit, 1);
  a.join();
  b.join();
}
