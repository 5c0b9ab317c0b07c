// A reader announces that it reads; the writer publishes a new version, waits for the reader and deletes the old one.
#include <atomic>
#include <cassert>
#include <thread>

struct Route {
  int hops;
};

std::atomic<Route *> current{nullptr};
std::atomic<bool> reading{false};

void reader() {
  reading.store(true, std::memory_order_seq_cst);
  const Route *route = current.load(std::memory_order_seq_cst);
  const int hops = route->hops;
  reading.store(false, std::memory_order_release);
  assert(hops == 1 || hops == 2);
}

int main() {
  Route *old = new Route{1};
  current.store(old, std::memory_order_release);
  std::thread thread(reader);
  current.store(new Route{2}, std::memory_order_seq_cst);
  if (!reading.load(std::memory_order_seq_cst)) {
    delete old;
    old = nullptr;
  }
  thread.join();
  delete old;
  delete current.load();
}
