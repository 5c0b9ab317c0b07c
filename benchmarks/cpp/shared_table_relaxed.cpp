// The same table, but its version does not release: under PSO a reader sees the version before the row.
#include <atomic>
#include <cassert>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <vector>

struct Table {
  std::shared_mutex mutex;
  std::vector<int> rows;
  int last = 0;
  unsigned version = 0;
};

std::shared_ptr<Table> table;
std::once_flag made;

std::shared_ptr<Table> open() {
  std::call_once(made, [] { table = std::make_shared<Table>(); });
  return table;
}

void append(int row) {
  std::shared_ptr<Table> t = open();
  std::unique_lock<std::shared_mutex> guard(t->mutex);
  t->rows.push_back(row);
  std::atomic_ref<int>(t->last).store(row, std::memory_order_relaxed);
  std::atomic_ref<unsigned>(t->version).store(1, std::memory_order_relaxed);
}

void look() {
  std::shared_ptr<Table> t = open();
  if (std::atomic_ref<unsigned>(t->version).load(std::memory_order_acquire) == 1)
    assert(std::atomic_ref<int>(t->last).load(std::memory_order_relaxed) == 5);
  std::shared_lock<std::shared_mutex> guard(t->mutex);
  assert(t->rows.empty() || t->rows[0] == 5);
}

int main() {
  std::thread writer(append, 5);
  look();
  writer.join();
}
