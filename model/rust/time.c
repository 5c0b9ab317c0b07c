/*
 * Instant and SystemTime of Rust's std: the clock of the thread (time.c). A time and a duration are seconds and nanoseconds; a duration has
 * none below 0. An optional one that is none has this number of nanoseconds.
 */
#include "../include/objects.h"

enum { MODEL_SECOND = 1000000000, MODEL_NO_TIME = MODEL_SECOND };
struct model_time {
  long seconds;
  unsigned nanoseconds;
};

static struct model_time __model_rust_now(void) { return (struct model_time){__model_clock_seconds(), 0}; }
static int __model_is_before(struct model_time a, struct model_time b) {
  return a.seconds < b.seconds || (a.seconds == b.seconds && a.nanoseconds < b.nanoseconds);
}
static struct model_time __model_later(struct model_time t, struct model_time by) {
  unsigned nanoseconds = t.nanoseconds + by.nanoseconds, more = nanoseconds >= MODEL_SECOND;
  return (struct model_time){t.seconds + by.seconds + more, nanoseconds - (more ? MODEL_SECOND : 0)};
}
static struct model_time __model_earlier(struct model_time t, struct model_time by) {
  unsigned less = t.nanoseconds < by.nanoseconds;
  return (struct model_time){t.seconds - by.seconds - less, t.nanoseconds + (less ? MODEL_SECOND : 0) - by.nanoseconds};
}
static struct model_time __model_since(struct model_time t, struct model_time before) {
  return __model_is_before(t, before) ? (struct model_time){0, 0} : __model_earlier(t, before);
}
/* A time that does not fit is none: seconds are added and subtracted without their sign. */
static struct model_time __model_later_if_any(struct model_time t, struct model_time by) {
  struct model_time sum = __model_later(t, by);
  return by.seconds < 0 || sum.seconds < t.seconds ? (struct model_time){0, MODEL_NO_TIME} : sum;
}
static struct model_time __model_earlier_if_any(struct model_time t, struct model_time by) {
  struct model_time difference = __model_earlier(t, by);
  return by.seconds < 0 || difference.seconds > t.seconds ? (struct model_time){0, MODEL_NO_TIME} : difference;
}
static struct model_time __model_any_time(struct model_time t, const char *text) {
  if (t.nanoseconds != MODEL_NO_TIME) return t;
  __diptych_require(0, "assertion", text);
  __diptych_assume(0);
  __builtin_unreachable();
}

/* The functions that both types have. */
#define MODEL_TIMES(now, add, subtract, checked_add, checked_sub, add_assign, sub_assign, name)                                       \
  struct model_time now(void);                                                                                                        \
  struct model_time now(void) { return __model_rust_now(); }                                                                          \
  struct model_time add(struct model_time t, struct model_time by);                                                                   \
  struct model_time add(struct model_time t, struct model_time by) {                                                                  \
    return __model_any_time(__model_later_if_any(t, by), "panic: overflow when adding duration to " name);                            \
  }                                                                                                                                   \
  struct model_time subtract(struct model_time t, struct model_time by);                                                              \
  struct model_time subtract(struct model_time t, struct model_time by) {                                                             \
    return __model_any_time(__model_earlier_if_any(t, by), "panic: overflow when subtracting duration from " name);                   \
  }                                                                                                                                   \
  struct model_time checked_add(const struct model_time *t, struct model_time by);                                                    \
  struct model_time checked_add(const struct model_time *t, struct model_time by) { return __model_later_if_any(*t, by); }            \
  struct model_time checked_sub(const struct model_time *t, struct model_time by);                                                    \
  struct model_time checked_sub(const struct model_time *t, struct model_time by) { return __model_earlier_if_any(*t, by); }          \
  void add_assign(struct model_time *t, struct model_time by);                                                                        \
  void add_assign(struct model_time *t, struct model_time by) { *t = add(*t, by); }                                                   \
  void sub_assign(struct model_time *t, struct model_time by);                                                                        \
  void sub_assign(struct model_time *t, struct model_time by) { *t = subtract(*t, by); }

MODEL_TIMES(_RNvMNtCs_3std4timeNtB2_7Instant3now,
            _RNvXs_NtCs_3std4timeNtB4_7InstantINtNtNtCs_4core3ops5arith3AddNtNtBN_4time8DurationE3add,
            _RNvXs1_NtCs_3std4timeNtB5_7InstantINtNtNtCs_4core3ops5arith3SubNtNtBO_4time8DurationE3sub,
            _RNvMNtCs_3std4timeNtB2_7Instant11checked_add, _RNvMNtCs_3std4timeNtB2_7Instant11checked_sub,
            _RNvXs0_NtCs_3std4timeNtB5_7InstantINtNtNtCs_4core3ops5arith9AddAssignNtNtBO_4time8DurationE10add_assign,
            _RNvXs2_NtCs_3std4timeNtB5_7InstantINtNtNtCs_4core3ops5arith9SubAssignNtNtBO_4time8DurationE10sub_assign, "instant")
MODEL_TIMES(_RNvMs5_NtCs_3std4timeNtB5_10SystemTime3now,
            _RNvXs6_NtCs_3std4timeNtB5_10SystemTimeINtNtNtCs_4core3ops5arith3AddNtNtBS_4time8DurationE3add,
            _RNvXs8_NtCs_3std4timeNtB5_10SystemTimeINtNtNtCs_4core3ops5arith3SubNtNtBS_4time8DurationE3sub,
            _RNvMs5_NtCs_3std4timeNtB5_10SystemTime11checked_add, _RNvMs5_NtCs_3std4timeNtB5_10SystemTime11checked_sub,
            _RNvXs7_NtCs_3std4timeNtB5_10SystemTimeINtNtNtCs_4core3ops5arith9AddAssignNtNtBS_4time8DurationE10add_assign,
            _RNvXs9_NtCs_3std4timeNtB5_10SystemTimeINtNtNtCs_4core3ops5arith9SubAssignNtNtBS_4time8DurationE10sub_assign, "SystemTime")

struct model_time _RNvMNtCs_3std4timeNtB2_7Instant7elapsed(const struct model_time *t);
struct model_time _RNvMNtCs_3std4timeNtB2_7Instant7elapsed(const struct model_time *t) { return __model_since(__model_rust_now(), *t); }
struct model_time _RNvMNtCs_3std4timeNtB2_7Instant14duration_since(const struct model_time *t, struct model_time before);
struct model_time _RNvMNtCs_3std4timeNtB2_7Instant14duration_since(const struct model_time *t, struct model_time before) {
  return __model_since(*t, before);
}
struct model_time _RNvMNtCs_3std4timeNtB2_7Instant25saturating_duration_since(const struct model_time *t, struct model_time before);
struct model_time _RNvMNtCs_3std4timeNtB2_7Instant25saturating_duration_since(const struct model_time *t, struct model_time before) {
  return __model_since(*t, before);
}
struct model_time _RNvXs3_NtCs_3std4timeNtB5_7InstantNtNtNtCs_4core3ops5arith3Sub3sub(struct model_time t, struct model_time before);
struct model_time _RNvXs3_NtCs_3std4timeNtB5_7InstantNtNtNtCs_4core3ops5arith3Sub3sub(struct model_time t, struct model_time before) {
  return __model_since(t, before);
}
struct model_time _RNvMNtCs_3std4timeNtB2_7Instant22checked_duration_since(const struct model_time *t, struct model_time before);
struct model_time _RNvMNtCs_3std4timeNtB2_7Instant22checked_duration_since(const struct model_time *t, struct model_time before) {
  return __model_is_before(*t, before) ? (struct model_time){0, MODEL_NO_TIME} : __model_earlier(*t, before);
}

/* A duration, or by how much the time before is later. */
struct model_since {
  unsigned long failed;
  struct model_time by;
};
static struct model_since __model_since_or_not(struct model_time t, struct model_time before) {
  return __model_is_before(t, before) ? (struct model_since){1, __model_earlier(before, t)} : (struct model_since){0, __model_earlier(t, before)};
}
struct model_since _RNvMs5_NtCs_3std4timeNtB5_10SystemTime14duration_since(const struct model_time *t, struct model_time before);
struct model_since _RNvMs5_NtCs_3std4timeNtB5_10SystemTime14duration_since(const struct model_time *t, struct model_time before) {
  return __model_since_or_not(*t, before);
}
struct model_since _RNvMs5_NtCs_3std4timeNtB5_10SystemTime7elapsed(const struct model_time *t);
struct model_since _RNvMs5_NtCs_3std4timeNtB5_10SystemTime7elapsed(const struct model_time *t) {
  return __model_since_or_not(__model_rust_now(), *t);
}
