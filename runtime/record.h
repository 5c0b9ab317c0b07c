/*
 * The log of a recorded run: a header, then records of fixed size in the order in which the operations happened. It is a file
 * mapping, so it is whole up to the last operation however the program ends.
 */
#ifndef DIPTYCH_RECORD_H
#define DIPTYCH_RECORD_H
#include <stdint.h>

#define RECORD_MAGIC 0x31435254544f4450ull /* "PDTOTRC1" */

struct record_header {
  uint64_t magic;
  uint64_t count;    /* records that are whole */
  uint64_t seed;
  uint32_t record_size;
  uint32_t flags;    /* LOG_* */
  uint64_t steps;    /* scheduling points */
  uint64_t process;  /* that writes it */
  uint64_t reserved[2];
};

enum log_flag {
  LOG_ENDED = 1,     /* the program ended by itself */
  LOG_FULL = 2,      /* no room for more: what follows is missing */
  LOG_NOT_SC = 4,    /* a thread was taken its turn away: from the mark on, the order is not known to be that of memory */
  LOG_DEADLOCK = 8,  /* every thread waits */
  LOG_BUFFERED = 16, /* stores were kept back: this is a run of a machine with store buffers */
  LOG_LIMIT = 32,    /* with LOG_FULL: DIPTYCH_LIMIT bytes were reached */
};

enum record_op {
  OP_READ = 1, OP_WRITE, OP_UPDATE, OP_FENCE, OP_LOCK, OP_UNLOCK, OP_SPAWN, OP_JOIN, OP_ALLOC, OP_FREE,
  OP_SWITCH,         /* the turn goes to `other` at scheduling point `address` */
  OP_EXIT,
  OP_NOT_SC,         /* `thread` lost its turn: `value` is 1 if it was blocked in a system call, 2 if it computed for long */
  OP_WAITS,
  OP_COMMIT,         /* the store of record number `before` reaches memory */
  OP_READ_RANGE,     /* `before` bytes from `address`, both multiples of 8; `value` is read in the first 8 bytes */
  OP_WRITE_RANGE,    /* the same, with unknown values */
};

/* Bytes of a range. A shorter block is recorded word by word, with the values that are read. */
#define LEAST_RANGE 64
#define MOST_RANGE (1 << 20)

/* Memory orders as __ATOMIC_*, and what is no atomic access. */
enum record_order { ORDER_PLAIN = 8, ORDER_VOLATILE = 9 };
enum record_flag {
  FLAG_UNKNOWN = 1,  /* the value is not known */
  FLAG_FAILED = 2,   /* UPDATE: a compare-exchange that failed; `other` is its order of failure */
  FLAG_BUFFERED = 4, /* WRITE: reaches memory at its COMMIT */
};

struct record {
  uint64_t address;
  uint64_t value;    /* read, or written; ALLOC, FREE: bytes */
  uint64_t before;   /* UPDATE: what was read; COMMIT: a record; *_RANGE: bytes */
  uint64_t pc;
  uint16_t thread, other;
  uint8_t op, size, order, flags;
};
#endif
