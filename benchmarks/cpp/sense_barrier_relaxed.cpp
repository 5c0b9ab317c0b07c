// The same barrier, but the sense does not release: under PSO a thread goes on before it can see the total.
#include <atomic>
#include <cassert>
#include <thread>

class Barrier {
public:
  explicit Barrier(int size) : size_(size), missing_(size) {}

  void wait(bool &sense) {
    sense = !sense;
    if (missing_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      total = left + right;
      missing_.store(size_, std::memory_order_relaxed);
      sense_.store(sense, std::memory_order_relaxed);
    } else {
      while (sense_.load(std::memory_order_acquire) != sense) std::this_thread::yield();
    }
  }

  int left = 0, right = 0, total = 0;

private:
  const int size_;
  std::atomic<int> missing_;
  std::atomic<bool> sense_{false};
};

Barrier barrier(2);

int main() {
  std::thread other([] {
    bool sense = false;
    barrier.left = 1;
    barrier.wait(sense);
    assert(barrier.total == 3);
  });
  bool sense = false;
  barrier.right = 2;
  barrier.wait(sense);
  assert(barrier.total == 3);
  other.join();
}
