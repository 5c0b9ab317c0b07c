// The same lock without the fence behind the odd sequence: under PSO a reader sees half of a write.
#include <atomic>
#include <cassert>
#include <optional>
#include <thread>
#include <utility>

class SeqLock {
public:
  void write(int x, int y) {
    const unsigned sequence = sequence_.load(std::memory_order_relaxed);
    sequence_.store(sequence + 1, std::memory_order_relaxed);
    x_.store(x, std::memory_order_relaxed);
    y_.store(y, std::memory_order_relaxed);
    sequence_.store(sequence + 2, std::memory_order_release);
  }

  std::optional<std::pair<int, int>> try_read() {
    const unsigned before = sequence_.load(std::memory_order_acquire);
    if (before & 1) return std::nullopt;
    const int x = x_.load(std::memory_order_relaxed);
    const int y = y_.load(std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_acquire);
    if (sequence_.load(std::memory_order_relaxed) != before) return std::nullopt;
    return std::make_pair(x, y);
  }

private:
  std::atomic<unsigned> sequence_{0};
  std::atomic<int> x_{0}, y_{0};
};

SeqLock position;

int main() {
  std::thread writer([] { position.write(1, 1); });
  if (auto read = position.try_read()) assert(read->first == read->second);
  writer.join();
}
