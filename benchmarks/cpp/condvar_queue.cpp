// A mailbox: the sender takes the lock only if it sees that the receiver sleeps.
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

class Mailbox {
public:
  void send(int letter) {
    letter_.store(letter, std::memory_order_seq_cst);
    if (sleeping_.load(std::memory_order_seq_cst)) {
      std::lock_guard<std::mutex> guard(mutex_);
      arrived_.notify_one();
    }
  }

  int receive() {
    std::unique_lock<std::mutex> guard(mutex_);
    sleeping_.store(true, std::memory_order_seq_cst);
    while (letter_.load(std::memory_order_seq_cst) == 0) arrived_.wait(guard);
    sleeping_.store(false, std::memory_order_seq_cst);
    return letter_.load(std::memory_order_relaxed);
  }

private:
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::atomic<int> letter_{0};
  std::atomic<bool> sleeping_{false};
};

Mailbox mailbox;

int main() {
  std::thread sender([] { mailbox.send(7); });
  assert(mailbox.receive() == 7);
  sender.join();
}
