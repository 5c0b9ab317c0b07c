// Treiber's stack with one thread that pushes: it publishes with a store, and those that pop compete with a compare-exchange.
#include <atomic>
#include <cassert>
#include <thread>

struct Node {
  int value;
  Node *next;
};

class Stack {
public:
  void push(Node *node, int value) {
    node->value = value;
    node->next = head_.load(std::memory_order_relaxed);
    head_.store(node, std::memory_order_release);
  }

  Node *pop() {
    Node *top = head_.load(std::memory_order_acquire);
    while (top != nullptr &&
           !head_.compare_exchange_weak(top, top->next, std::memory_order_acquire, std::memory_order_acquire)) {
    }
    return top;
  }

private:
  std::atomic<Node *> head_{nullptr};
};

Stack stack;
Node first, second;

void popper() {
  if (Node *node = stack.pop()) assert(node->value == 1);
}

int main() {
  std::thread a(popper);
  std::thread b(popper);
  stack.push(&first, 1);
  a.join();
  b.join();
}
