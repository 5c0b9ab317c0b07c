/* Texts that no program reads again: printing and formatting say that all went well. Vectors: their room, and those that std itself drops. */
#include "../include/diptych.h"
#include "vector.h"

#define MODEL_WRITES_NOTHING(name)                  \
  _Bool name(const void *value, void *formatter);   \
  _Bool name(const void *value, void *formatter) {  \
    (void)value, (void)formatter;                   \
    return 0;                                       \
  }
MODEL_WRITES_NOTHING(_RNvXNtNtCs_3std2io5errorNtB2_5ErrorNtNtCs_4core3fmt5Debug3fmt)
MODEL_WRITES_NOTHING(_RNvXsi_NtNtNtCs_4core3fmt3num3impjNtB9_7Display3fmt)
MODEL_WRITES_NOTHING(_RNvXsw_NtNtCs_4core3fmt3nummNtB7_8UpperHex3fmt)
MODEL_WRITES_NOTHING(_RNvXsJ_NtNtCs_3std4sync4mpscNtB5_9RecvErrorNtNtCs_4core3fmt5Debug3fmt)
_Bool _RNvXs0_NtCs_4core3anyDNtB5_3AnyNtNtB7_6marker4SendEL_NtNtB7_3fmt5Debug3fmt(const void *value, const void *table, void *formatter);
_Bool _RNvXs0_NtCs_4core3anyDNtB5_3AnyNtNtB7_6marker4SendEL_NtNtB7_3fmt5Debug3fmt(const void *value, const void *table, void *formatter) {
  (void)value, (void)table, (void)formatter;
  return 0;
}
_Bool _RNvMsa_NtCs_4core3fmtNtB5_9Formatter9write_str(void *formatter, const char *text, usize length);
_Bool _RNvMsa_NtCs_4core3fmtNtB5_9Formatter9write_str(void *formatter, const char *text, usize length) {
  (void)formatter, (void)text, (void)length;
  return 0;
}
_Bool _RNvNtCs_4core3fmt5write(void *to, const void *table, const void *text, const void *arguments);
_Bool _RNvNtCs_4core3fmt5write(void *to, const void *table, const void *text, const void *arguments) {
  (void)to, (void)table, (void)text, (void)arguments;
  return 0;
}
void _RNvNtNtCs_3std2io5stdio6__print(const void *text, const void *arguments);
void _RNvNtNtCs_3std2io5stdio6__print(const void *text, const void *arguments) { (void)text, (void)arguments; }
void _RNvNtNtCs_3std2io5stdio7__eprint(const void *text, const void *arguments);
void _RNvNtNtCs_3std2io5stdio7__eprint(const void *text, const void *arguments) { (void)text, (void)arguments; }

/* format!: an empty String. */
void _RNvNvNtCs_5alloc3fmt6format12format_inner(struct model_string *to, const void *text, const void *arguments);
void _RNvNvNtCs_5alloc3fmt6format12format_inner(struct model_string *to, const void *text, const void *arguments) {
  (void)text, (void)arguments;
  *to = (struct model_string){{0, (void *)1}, 0};
}

/* Vec<u8> and the room of any vector. */
void _RNvXso_NtCs_5alloc3vecINtB5_3VechENtNtNtCs_4core3ops4drop4Drop4dropCs_5gimli(struct model_vector *v);
void _RNvXso_NtCs_5alloc3vecINtB5_3VechENtNtNtCs_4core3ops4drop4Drop4dropCs_5gimli(struct model_vector *v) { (void)v; }
void _RNvXs1_NtCs_5alloc7raw_vecINtB5_6RawVechENtNtNtCs_4core3ops4drop4Drop4dropCs_5gimli(struct model_vector *v);
void _RNvXs1_NtCs_5alloc7raw_vecINtB5_6RawVechENtNtNtCs_4core3ops4drop4Drop4dropCs_5gimli(struct model_vector *v) {
  if (v->capacity) __diptych_release(v->room);
}
void _RNvMs2_NtCs_5alloc7raw_vecNtB5_11RawVecInner10deallocateCs_5gimli(struct model_vector *v, usize align, usize size);
void _RNvMs2_NtCs_5alloc7raw_vecNtB5_11RawVecInner10deallocateCs_5gimli(struct model_vector *v, usize align, usize size) {
  (void)align;
  if (v->capacity && size) __diptych_release(v->room);
}

/* Arc<SpawnHook>::drop_slow, of which there is none. */
void _RNvMsn_NtCs_5alloc4syncINtB5_3ArcNtNtNtCs_3std6thread9spawnhook9SpawnHookE9drop_slowBM_(void **hook);
void _RNvMsn_NtCs_5alloc4syncINtB5_3ArcNtNtNtCs_3std6thread9spawnhook9SpawnHookE9drop_slowBM_(void **hook) { __diptych_release(*hook); }
/* What an unwinding closure would be given: panics end the process. */
int rust_eh_personality(int version, int actions, usize class, void *exception, void *context);
int rust_eh_personality(int version, int actions, usize class, void *exception, void *context) {
  (void)version, (void)actions, (void)class, (void)exception, (void)context;
  return 0;
}

/* Room for a vector; errors do not occur. */
struct model_room {
  usize failed, capacity;
  void *room;
};
struct model_room _RNvMs4_NtCs_5alloc7raw_vecNtB5_11RawVecInner15try_allocate_inCs_5gimli(usize capacity, _Bool zeroed, usize align,
                                                                                       usize size);
struct model_room _RNvMs4_NtCs_5alloc7raw_vecNtB5_11RawVecInner15try_allocate_inCs_5gimli(usize capacity, _Bool zeroed, usize align,
                                                                                       usize size) {
  if (capacity * size == 0) return (struct model_room){0, capacity, (void *)align};
  return (struct model_room){0, capacity, __diptych_allocate(capacity * size, align, zeroed ? DIPTYCH_ZEROED : 0)};
}
/* A push to a full vector. What was there moves if its size is known. */
struct model_grown {
  usize code, unused;
};
struct model_grown _RNvMs4_NtCs_5alloc7raw_vecNtB5_11RawVecInner14grow_amortizedCs_5gimli(struct model_vector *v, usize length, usize more,
                                                                                       usize align, usize size);
struct model_grown _RNvMs4_NtCs_5alloc7raw_vecNtB5_11RawVecInner14grow_amortizedCs_5gimli(struct model_vector *v, usize length, usize more,
                                                                                       usize align, usize size) {
  usize least = size == 1 ? 8 : size <= 1024 ? 4 : 1;
  usize before = v->capacity, capacity = least;
  void *room;
  if (before) {
    if (!__diptych_known(before) || !__diptych_known(length)) __diptych_cut("limit", "one room of a vector whose length is not known");
    if (capacity < 2 * before) capacity = 2 * before;
  }
  if (__diptych_known(length + more) && capacity < length + more) capacity = length + more;
  room = __diptych_allocate(capacity * size, align, 0);
  if (before) {
    __diptych_copy(room, v->room, length * size);
    __diptych_release(v->room);
  }
  v->room = room;
  v->capacity = capacity;
  return (struct model_grown){0x8000000000000001ul, 0};
}

/* A push to a full vector of what std has vectors of itself: u8, *const i8, String, OsString and Vec<u8>. */
#define MODEL_GROW_ONE(name, align, size)                                                                                                \
  void name(struct model_vector *v);                                                                                                     \
  void name(struct model_vector *v) {                                                                                                    \
    _RNvMs4_NtCs_5alloc7raw_vecNtB5_11RawVecInner14grow_amortizedCs_5gimli(v, v->capacity, 1, align, size);                              \
  }
MODEL_GROW_ONE(_RNvMs3_NtCs_5alloc7raw_vecINtB5_6RawVechE8grow_oneB7_, 1, 1)
MODEL_GROW_ONE(_RNvMs3_NtCs_5alloc7raw_vecINtB5_6RawVecPaE8grow_oneCs_3std, 8, 8)
MODEL_GROW_ONE(_RNvMs3_NtCs_5alloc7raw_vecINtB5_6RawVecNtNtB7_6string6StringE8grow_oneCs_3std, 8, 24)
MODEL_GROW_ONE(_RNvMs3_NtCs_5alloc7raw_vecINtB5_6RawVecNtNtNtCs_3std3ffi6os_str8OsStringE8grow_oneBS_, 8, 24)
MODEL_GROW_ONE(_RNvMs3_NtCs_5alloc7raw_vecINtB5_6RawVecINtNtB7_3vec3VechEE8grow_oneCs_3std, 8, 24)
