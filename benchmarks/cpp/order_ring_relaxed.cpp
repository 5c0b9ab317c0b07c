#include <array>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <iostream>
#include <optional>
#include <thread>

template <typename T, std::size_t Capacity>
class SpscRing {
    static_assert((Capacity & (Capacity - 1)) == 0, "capacity must be a power of two");
    static constexpr std::size_t kMask = Capacity - 1;

public:
    SpscRing() = default;
    SpscRing(const SpscRing&) = delete;
    SpscRing& operator=(const SpscRing&) = delete;

    bool push(const T& value) noexcept {
        const auto tail = tail_.load(std::memory_order_relaxed);
        if (tail - head_.load(std::memory_order_acquire) == Capacity)
            return false;
        slots_[tail & kMask] = value;
        tail_.store(tail + 1, std::memory_order_relaxed);
        return true;
    }

    std::optional<T> pop() noexcept {
        const auto head = head_.load(std::memory_order_relaxed);
        if (head == tail_.load(std::memory_order_acquire))
            return std::nullopt;
        T value = slots_[head & kMask];
        head_.store(head + 1, std::memory_order_release);
        return value;
    }

private:
    std::array<T, Capacity> slots_{};
    alignas(64) std::atomic<std::size_t> head_{0};
    alignas(64) std::atomic<std::size_t> tail_{0};
};

struct Order {
    int id;
    int price;
};

int main() {
    SpscRing<Order, 2> ring;
    constexpr int kCount = 2;

    std::thread producer([&ring] {
        for (int i = 1; i <= kCount; ++i) {
            while (!ring.push(Order{i, 10 * i}))
                std::this_thread::yield();
        }
    });

    int sum = 0;
    std::thread consumer([&] {
        for (int i = 1; i <= kCount; ++i) {
            std::optional<Order> order;
            while (!(order = ring.pop()))
                std::this_thread::yield();
            assert(order->id == i);
            assert(order->price == 10 * i);
            sum += order->price;
        }
    });

    producer.join();
    consumer.join();
    std::cout << "sum: " << sum << std::endl;
    assert(sum == 30);
    return 0;
}
