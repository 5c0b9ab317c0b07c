// A thread parks until it gets a permit. The waker looks whether there is anybody to wake before it takes the lock.
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

class Parker {
public:
  void park() {
    std::unique_lock<std::mutex> guard(mutex_);
    parked_ = true;
    std::atomic_thread_fence(std::memory_order_seq_cst);
    while (!permit_.load(std::memory_order_acquire)) wake_.wait(guard);
    parked_ = false;
  }

  void unpark() {
    permit_.store(true, std::memory_order_release);
    std::atomic_thread_fence(std::memory_order_seq_cst);
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
