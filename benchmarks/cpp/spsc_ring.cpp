// A ring for one producer and one consumer. The index that the producer publishes releases the slot.
#include <atomic>
#include <cassert>
#include <cstddef>
#include <optional>
#include <thread>

template <typename T, std::size_t Size>
class SpscRing {
public:
  bool push(T value) {
    const std::size_t tail = tail_.load(std::memory_order_relaxed);
    if (tail - head_.load(std::memory_order_acquire) == Size) return false;
    slots_[tail % Size] = value;
    tail_.store(tail + 1, std::memory_order_release);
    return true;
  }

  std::optional<T> pop() {
    const std::size_t head = head_.load(std::memory_order_relaxed);
    if (head == tail_.load(std::memory_order_acquire)) return std::nullopt;
    T value = slots_[head % Size];
    head_.store(head + 1, std::memory_order_release);
    return value;
  }

private:
  T slots_[Size] = {};
  std::atomic<std::size_t> head_{0};
  std::atomic<std::size_t> tail_{0};
};

SpscRing<int, 2> ring;

int main() {
  std::thread producer([] {
    for (int i = 1; i <= 2; i++) ring.push(10 * i);
  });
  int expected = 10;
  for (int i = 0; i < 2; i++)
    if (std::optional<int> got = ring.pop()) {
      assert(*got == expected);
      expected += 10;
    }
  producer.join();
}
