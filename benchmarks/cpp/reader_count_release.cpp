#include <atomic>
#include <cassert>
#include <chrono>
#include <memory>
#include <thread>

struct Table {
    int version;
    int entries[2];
};

class Registry {
    std::atomic<Table*> current_;
    std::atomic<int> readers_{0};

public:
    Registry() : current_(new Table{0, {0, 0}}) {}
    ~Registry() { delete current_.load(); }

    template <typename F>
    void read(F&& f) {
        readers_.fetch_add(1, std::memory_order_seq_cst);
        const Table* t = current_.load(std::memory_order_seq_cst);
        f(*t);
        readers_.fetch_sub(1, std::memory_order_release);
    }

    void update(int version) {
        auto fresh = std::make_unique<Table>();
        fresh->version = version;
        for (auto& e : fresh->entries)
            e = version * 10;
        Table* old = current_.load(std::memory_order_relaxed);
        current_.store(fresh.release(), std::memory_order_release);
        while (readers_.load(std::memory_order_acquire) != 0)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        delete old;
    }
};

int main() {
    Registry registry;
    std::thread reader([&registry] {
        registry.read([](const Table& t) {
            assert(t.entries[0] == t.version * 10);
            assert(t.entries[1] == t.version * 10);
        });
    });
    std::thread updater([&registry] { registry.update(1); });
    reader.join();
    updater.join();
}
