// The same cell, but it is published without release: under PSO a thread finds a value that is not made yet.
#include <atomic>
#include <cassert>
#include <memory>
#include <mutex>
#include <thread>

struct Config {
  int port;
};

class OnceCell {
public:
  const Config &get() {
    Config *config = published_.load(std::memory_order_acquire);
    if (config == nullptr) {
      std::lock_guard<std::mutex> guard(mutex_);
      if (!owner_) {
        owner_ = std::make_unique<Config>();
        owner_->port = 80;
        published_.store(owner_.get(), std::memory_order_relaxed);
      }
      config = owner_.get();
    }
    return *config;
  }

private:
  std::mutex mutex_;
  std::unique_ptr<Config> owner_;
  std::atomic<Config *> published_{nullptr};
};

OnceCell cell;

void user() { assert(cell.get().port == 80); }

int main() {
  std::thread a(user);
  std::thread b(user);
  a.join();
  b.join();
}
