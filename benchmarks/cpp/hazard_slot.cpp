#include <array>
#include <atomic>
#include <cassert>
#include <thread>

struct Node {
    int key;
    int value;
};

constexpr std::size_t kMaxThreads = 2;

struct alignas(64) HazardSlot {
    std::atomic<const Node*> pointer{nullptr};
};

std::array<HazardSlot, kMaxThreads> hazards;
std::atomic<Node*> root{nullptr};

class HazardGuard {
    HazardSlot& slot_;
    const Node* node_;

public:
    HazardGuard(std::size_t id, const std::atomic<Node*>& source) : slot_(hazards[id]) {
        node_ = source.load(std::memory_order_relaxed);
        for (;;) {
            slot_.pointer.store(node_, std::memory_order_seq_cst);
            const Node* again = source.load(std::memory_order_seq_cst);
            if (again == node_)
                break;
            node_ = again;
        }
    }
    ~HazardGuard() { slot_.pointer.store(nullptr, std::memory_order_release); }
    const Node* get() const { return node_; }
};

bool is_hazardous(const Node* node) {
    for (const auto& slot : hazards)
        if (slot.pointer.load(std::memory_order_seq_cst) == node)
            return true;
    return false;
}

void reader() {
    HazardGuard guard(0, root);
    assert(guard.get()->value == 10 * guard.get()->key);
}

void updater() {
    Node* old = root.exchange(new Node{2, 20}, std::memory_order_seq_cst);
    if (!is_hazardous(old))
        delete old;
}

int main() {
    root = new Node{1, 10};
    std::thread r(reader), u(updater);
    r.join();
    u.join();
    delete root.load();
}
