// The work-stealing deque of Chase and Lev, with the fences of Le, Pop, Cohen and Nardelli (PPoPP 2013).
#include <atomic>
#include <cassert>
#include <thread>

class Deque {
public:
  static constexpr int none = -1;

  void push(int task) {
    const long bottom = bottom_.load(std::memory_order_relaxed);
    tasks_[bottom % 4].store(task, std::memory_order_relaxed);
    bottom_.store(bottom + 1, std::memory_order_release);
  }

  int take() {
    const long bottom = bottom_.load(std::memory_order_relaxed) - 1;
    bottom_.store(bottom, std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_seq_cst);
    long top = top_.load(std::memory_order_relaxed);
    if (top > bottom) {
      bottom_.store(bottom + 1, std::memory_order_relaxed);
      return none;
    }
    int task = tasks_[bottom % 4].load(std::memory_order_relaxed);
    if (top == bottom) {
      if (!top_.compare_exchange_strong(top, top + 1, std::memory_order_seq_cst)) task = none;
      bottom_.store(bottom + 1, std::memory_order_relaxed);
    }
    return task;
  }

  int steal() {
    long top = top_.load(std::memory_order_acquire);
    std::atomic_thread_fence(std::memory_order_seq_cst);
    if (top >= bottom_.load(std::memory_order_acquire)) return none;
    const int task = tasks_[top % 4].load(std::memory_order_relaxed);
    return top_.compare_exchange_strong(top, top + 1, std::memory_order_seq_cst) ? task : none;
  }

private:
  std::atomic<long> top_{0}, bottom_{0};
  std::atomic<int> tasks_[4] = {};
};

Deque deque;
std::atomic<int> done[2];

void run(int task) {
  if (task != Deque::none) assert(done[task].fetch_add(1) == 0);
}

int main() {
  deque.push(0);
  deque.push(1);
  std::thread thief([] {
    run(deque.steal());
    run(deque.steal());
  });
  run(deque.take());
  run(deque.take());
  thief.join();
}
