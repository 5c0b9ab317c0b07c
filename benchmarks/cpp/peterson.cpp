// Peterson's lock for two threads.
#include <atomic>
#include <cassert>
#include <thread>

class Peterson {
public:
  void lock(int me) {
    const int other = 1 - me;
    wants_[me].store(true, std::memory_order_seq_cst);
    turn_.store(other, std::memory_order_seq_cst);
    while (wants_[other].load(std::memory_order_seq_cst) && turn_.load(std::memory_order_seq_cst) == other) {
    }
  }
  void unlock(int me) { wants_[me].store(false, std::memory_order_release); }

private:
  std::atomic<bool> wants_[2] = {};
  std::atomic<int> turn_{0};
};

Peterson lock;
int balance = 0;

void deposit(int me) {
  lock.lock(me);
  const int before = balance;
  balance = before + 1;
  lock.unlock(me);
}

int main() {
  std::thread other(deposit, 1);
  deposit(0);
  other.join();
  assert(balance == 2);
}
