// The same lock, but it is given back without release: under PSO the next thread reads the counter of before.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

class SpinLock {
public:
  void lock() {
    while (locked_.exchange(true, std::memory_order_acquire)) std::this_thread::yield();
  }
  void unlock() { locked_.store(false, std::memory_order_relaxed); }

private:
  std::atomic<bool> locked_{false};
};

SpinLock lock;
int counter = 0;

void increment() {
  std::lock_guard<SpinLock> guard(lock);
  ++counter;
}

int main() {
  std::thread a(increment);
  std::thread b(increment);
  a.join();
  b.join();
  assert(counter == 2);
}
