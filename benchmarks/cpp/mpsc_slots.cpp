// Several producers, one consumer: a producer claims a slot, fills it and marks it as full.
#include <array>
#include <atomic>
#include <cassert>
#include <optional>
#include <thread>
#include <vector>

struct Slot {
  int value = 0;
  std::atomic<bool> full{false};
};

class Channel {
public:
  void send(int value) {
    const int i = claimed_.fetch_add(1, std::memory_order_relaxed);
    slots_[i].value = value;
    slots_[i].full.store(true, std::memory_order_release);
  }

  std::optional<int> try_receive(int i) {
    if (!slots_[i].full.load(std::memory_order_acquire)) return std::nullopt;
    return slots_[i].value;
  }

private:
  std::array<Slot, 2> slots_;
  std::atomic<int> claimed_{0};
};

Channel channel;

int main() {
  std::vector<std::thread> producers;
  for (int i = 1; i <= 2; i++) producers.emplace_back([i] { channel.send(i); });
  for (int i = 0; i < 2; i++)
    if (std::optional<int> got = channel.try_receive(i)) assert(*got == 1 || *got == 2);
  for (std::thread &producer : producers) producer.join();
}
