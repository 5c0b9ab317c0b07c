// The same lock, but it is given back without release: under PSO the next thread misses a ticket.
#include <atomic>
#include <cassert>
#include <thread>
#include <vector>

class TicketLock {
public:
  void lock() {
    const unsigned mine = next_.fetch_add(1, std::memory_order_relaxed);
    while (serving_.load(std::memory_order_acquire) != mine) {
    }
  }
  void unlock() {
    serving_.store(serving_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  }

private:
  std::atomic<unsigned> next_{0}, serving_{0};
};

TicketLock lock;
int tickets_sold = 0;

void sell() {
  lock.lock();
  tickets_sold = tickets_sold + 1;
  lock.unlock();
}

int main() {
  std::vector<std::thread> sellers;
  for (int i = 0; i < 2; i++) sellers.emplace_back(sell);
  for (auto &seller : sellers) seller.join();
  assert(tickets_sold == 2);
}
