// The same parker without fences: the permit and the look at the sleeper change places, and the sleeper is not woken.
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

class Parker {
public:
  void park() {
    std::unique_lock<std::mutex> guard(mutex_);
    parked_.store(true, std::memory_order_release);
    while (!permit_.load(std::memory_order_acquire)) wake_.wait(guard);
    parked_ = false;
  }

  void unpark() {
    permit_.store(true, std::memory_order_release);
    if (!parked_.load(std::memory_order_relaxed)) return;
    std::lock_guard<std::mutex> guard(mutex_);
    wake_.notify_one();
  }

private:
  std::mutex mutex_;
  std::condition_variable wake_;
  std::atomic<bool> permit_{false}, parked_{false};
};

Parker parker;
std::atomic<int> result{0};

int main() {
  std::thread worker([] {
    result.store(42, std::memory_order_relaxed);
    parker.unpark();
  });
  parker.park();
  worker.join();
  return result.load() == 42 ? 0 : 1;
}
