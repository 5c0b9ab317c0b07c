/*
 * Store buffers, simulated: runs that a machine with store buffers may have, by which predicted cycles are confirmed.
 *   DIPTYCH_BUFFERS   tso or pso
 *   DIPTYCH_DELAYED   addresses of the calls whose stores are kept back, as hexadecimal numbers; all, if it is not there
 *   DIPTYCH_HELD      addresses of the calls after which a thread whose stores are kept back rests until they are due. They are what must
 *                     come before stores of others: those may be due then.
 *
 * The compiler calls before a plain store, and the program does it: it cannot be kept from memory. But nobody else runs until the thread's
 * next call. So memory is what the thread that has the turn sees, its own buffered stores included; when the turn goes
 * to another, they are taken back, and that thread's are put there. A store is committed by leaving it to everybody. With that loads forward
 * by themselves, those of libraries too.
 *
 * As in docs/semantics.md: TSO commits in program order; PSO in the order of each address and of store-store fences; atomics and full fences
 * wait. Where something cannot be followed (blocks of memory, the own stack, system calls, locks) the buffer is emptied first, which is
 * always allowed.
 */
#define _GNU_SOURCE
#include "buffers.h"
#include "log.h"
#include "schedule.h"
#include <stdlib.h>
#include <string.h>

#define MOST_ENTRIES 64
#define MOST_SITES 1024
enum { NONE, TSO, PSO };

struct entry {
  uint64_t place;          /* of its record */
  char *address;
  uint64_t value, before;  /* before: what memory held without it, while it is there */
  uint64_t due;            /* a scheduling point */
  uint32_t epoch;          /* PSO: store-store fences before it */
  int size;
};
struct buffer { int count; uint32_t epoch; struct entry entries[MOST_ENTRIES]; };

int buffered_model;
static struct buffer buffers[MOST_THREADS];
static int pending;        /* entries of all threads */
static uint64_t now, next_due;
static uint64_t least, horizon; /* how long a store is kept back: so long, and up to so much more */
static uint64_t release;        /* one in so many is due as soon as it may be; 0: none */
static uint64_t others;         /* of other stores one in so many is kept back, too; 0: none */
static uint64_t delayed[MOST_SITES], held[MOST_SITES];
static int delayed_count, held_count, delays_all = 1;

static int read_sites(const char *name, uint64_t *sites) {
  const char *text = getenv(name);
  int count = 0;
  while (text && *text && count < MOST_SITES) {
    char *end;
    sites[count++] = strtoull(text, &end, 16);
    text = *end == ',' ? end + 1 : 0;
  }
  return count;
}

void buffers_start(void) {
  const char *model = getenv("DIPTYCH_BUFFERS"), *length = getenv("DIPTYCH_LENGTH");
  buffered_model = !model ? NONE : strcmp(model, "tso") == 0 ? TSO : strcmp(model, "pso") == 0 ? PSO : NONE;
  if (!buffered_model) return;
  horizon = length ? strtoull(length, 0, 10) : 1000;
  /* Some cycles want short delays, some longer ones than the run takes, some long ones that end when they have served. */
  uint64_t kind = schedule_random() % 3;
  least = kind == 0 ? 0 : horizon;
  horizon = 2 + (kind == 0 ? horizon >> schedule_random() % 5 : horizon);
  release = kind == 2 ? 1 + schedule_random() % 3 : 0;
  /* To come to where a cycle can be, others may have to be late as well. */
  others = schedule_random() % 2 ? 1 + schedule_random() % 4 : 0;
  delays_all = !getenv("DIPTYCH_DELAYED");
  delayed_count = read_sites("DIPTYCH_DELAYED", delayed);
  held_count = read_sites("DIPTYCH_HELD", held);
  log_flag(LOG_BUFFERED);
}

static int is_among(const uint64_t *sites, int count, const void *pc) {
  for (int i = 0; i < count; i++)
    if (sites[i] == (uint64_t)(uintptr_t)pc) return 1;
  return 0;
}

static uint64_t get(const char *address, int size) {
  uint64_t value = 0;
  for (int i = 0; i < size; i++) value |= (uint64_t)((const volatile uint8_t *)address)[i] << 8 * i;
  return value;
}
static void put(char *address, int size, uint64_t value) {
  for (int i = 0; i < size; i++) ((volatile uint8_t *)address)[i] = (uint8_t)(value >> 8 * i);
}

static struct buffer *mine(void) { return &buffers[self - threads]; }
static int overlap(const struct entry *entry, const char *address, uintptr_t size) {
  return entry->address < address + size && address < entry->address + entry->size;
}

/* A store reaches memory: `shown` if it is there already, because its thread has the turn. */
static void commit(int thread, int i, int shown) {
  struct buffer *buffer = &buffers[thread];
  struct entry *entry = &buffer->entries[i];
  if (!shown) put(entry->address, entry->size, entry->value);
  log_add((struct record){ .op = OP_COMMIT, .thread = (uint16_t)thread, .address = (uint64_t)(uintptr_t)entry->address,
    .size = (uint8_t)entry->size, .value = entry->value, .before = log_number(entry->place) });
  memmove(entry, entry + 1, (size_t)(buffer->count - i - 1) * sizeof *entry);
  buffer->count--;
  pending--;
}

static int may_commit(const struct buffer *buffer, int i) {
  const struct entry *entry = &buffer->entries[i];
  if (buffered_model == TSO) return i == 0;
  for (int k = 0; k < i; k++)
    if (buffer->entries[k].epoch < entry->epoch || overlap(&buffer->entries[k], entry->address, (uintptr_t)entry->size)) return 0;
  return 1;
}

static void withdraw(int thread) {
  struct buffer *buffer = &buffers[thread];
  for (int i = buffer->count - 1; i >= 0; i--) {
    struct entry *entry = &buffer->entries[i];
    /* Code that was not compiled so has written there: then this is no run of the machine any more. */
    if (get(entry->address, entry->size) != entry->value) log_flag(LOG_NOT_SC);
    put(entry->address, entry->size, entry->before);
  }
}

static void show(int thread) {
  struct buffer *buffer = &buffers[thread];
  for (int i = 0; i < buffer->count; i++) {
    struct entry *entry = &buffer->entries[i];
    entry->before = get(entry->address, entry->size);
    put(entry->address, entry->size, entry->value);
  }
}

void buffer_switch(int from, int to, uint64_t time) {
  now = time;
  if (pending == 0) return;
  withdraw(from);
  for (int t = 0; t < thread_count; t++)
    for (int i = 0; i < buffers[t].count;)
      if (buffers[t].entries[i].due <= now && may_commit(&buffers[t], i)) {
        commit(t, i, 0);
        i = 0;
      } else
        i++;
  if (to >= 0) show(to);
}

void buffer_drain(void) {
  if (pending == 0) return;
  while (mine()->count > 0) commit((int)(self - threads), 0, 1);
}

void buffer_drain_all(void) {
  if (pending == 0) return;
  buffer_drain();
  for (int t = 0; t < thread_count; t++)
    while (buffers[t].count > 0) commit(t, 0, 0);
}

/* The oldest store, and so on, up to the last one that matters. */
static void drain_up_to(int last) {
  struct buffer *buffer = mine();
  if (buffered_model == TSO)
    for (; last >= 0; last--) commit((int)(self - threads), 0, 1);
  else if (last >= 0)
    while (buffer->count > 0) commit((int)(self - threads), 0, 1);
}

static int last_overlap(const char *address, uintptr_t size) {
  struct buffer *buffer = mine();
  for (int i = buffer->count - 1; i >= 0; i--)
    if (overlap(&buffer->entries[i], address, size)) return i;
  return -1;
}

static int is_own_stack(const char *address) {
  return (uintptr_t)address >= self->stack_low && (uintptr_t)address < self->stack_high;
}

int buffer_takes(const void *address, int size, int order, const void *pc) {
  if (!buffered_model) return 0;
  struct buffer *buffer = mine();
  int releases = order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL;
  if (order == __ATOMIC_SEQ_CST || is_own_stack(address) || size > 8 || buffer->count == MOST_ENTRIES) {
    buffer_drain();
    return 0;
  }
  if (releases && buffer->count > 0) buffer->epoch++;
  int waits = buffered_model == TSO ? buffer->count > 0 : last_overlap(address, (uintptr_t)size) >= 0;
  for (int i = 0; i < buffer->count; i++) waits |= buffer->entries[i].epoch < buffer->epoch;
  int wanted = delays_all || is_among(delayed, delayed_count, pc);
  int delay = wanted ? schedule_random() % 4 != 0 : others && schedule_random() % others == 0;
  next_due = delay ? now + 1 + least + schedule_random() % horizon : 0;
  return delay || waits;
}

void buffer_add(uint64_t place, void *address, int size, uint64_t value, uint64_t before) {
  struct buffer *buffer = mine();
  buffer->entries[buffer->count++] = (struct entry){ .place = place, .address = address, .size = size, .value = value,
    .before = before, .due = next_due, .epoch = buffer->epoch };
  pending++;
}

/* A load of other bytes than a buffered store has waits for it. */
void buffer_before_load(const void *address, uintptr_t size) {
  if (pending == 0) return;
  int i = last_overlap(address, size);
  if (i >= 0 && (mine()->entries[i].address != address || (uintptr_t)mine()->entries[i].size != size)) drain_up_to(i);
}

void buffer_before_update(const void *address, int size, int order) {
  if (pending == 0) return;
  struct buffer *buffer = mine();
  int weak = order == __ATOMIC_RELAXED || order == __ATOMIC_CONSUME || order == __ATOMIC_ACQUIRE;
  int waits = buffered_model == TSO || !weak || last_overlap(address, (uintptr_t)size) >= 0;
  for (int i = 0; i < buffer->count; i++) waits |= buffer->entries[i].epoch < buffer->epoch;
  if (waits) buffer_drain();
}

void buffer_fence(int order) {
  if (pending == 0) return;
  if (order == __ATOMIC_SEQ_CST) buffer_drain();
  else if (order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL) mine()->epoch++;
}

/* What others keep back may have waited for this access: then they need not rest any longer, either. */
static void release_others(void) {
  for (int t = 0; t < thread_count; t++) {
    struct buffer *buffer = &buffers[t];
    if (t == self - threads || buffer->count == 0 || schedule_random() % release != 0) continue;
    uint64_t due = now + 1 + schedule_random() % 4;
    for (int i = 0; i < buffer->count; i++)
      if (buffer->entries[i].due > due) buffer->entries[i].due = due;
    if (threads[t].state == SLEEPING && threads[t].wakes_at > due) threads[t].wakes_at = due;
  }
}

void buffer_accessed(const void *pc) {
  if (pending == 0 || !is_among(held, held_count, pc)) return;
  if (release) release_others();
  if (mine()->count == 0 || schedule_random() % 4 == 0) return;
  struct buffer *buffer = mine();
  for (int i = 0; i < buffer->count; i++)
    if (buffer->entries[i].due > self->hold) self->hold = buffer->entries[i].due;
}
