// The same count, but stepping back does not release: under PSO the last owner misses what the other wrote.
#include <atomic>
#include <cassert>
#include <thread>

struct Document {
  std::atomic<int> owners{2};
  int words = 0;
};

class Handle {
public:
  explicit Handle(Document *document) : document_(document) {}
  Handle(const Handle &) = delete;
  ~Handle() {
    if (document_->owners.load(std::memory_order_acquire) == 2)
      document_->owners.store(1, std::memory_order_relaxed);
  }
  Document *operator->() const { return document_; }

private:
  Document *document_;
};

int main() {
  auto *document = new Document;
  std::thread editor([document] {
    Handle mine(document);
    mine->words = 3;
  });
  if (document->owners.load(std::memory_order_acquire) == 1) assert(document->words == 3);
  editor.join();
  delete document;
}
