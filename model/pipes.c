/*
 * Pipes: rings of words. A write is one step; a read waits until there is something, or no thread can write any more. Each end has one
 * descriptor. A program that needs more than a ring has room for, or that reads words in other pieces than it wrote, is cut there, as a
 * loop is at its bound. Bytes may be read in any pieces.
 *
 * A word is as wide as all transfers of that size allow: 8 bytes, 4, or 1. A struct of ints travels in words of 8 or 4 bytes.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "include/files.h"
#include "include/objects.h"

enum { MODEL_PIPES = 4, MODEL_PIPE_WORDS = 32, MODEL_FIRST_PIPE = 900 };
/* Added to the number of words when no thread can write any more; taken from it by a thread that reads, so that others wait. */
enum { MODEL_PIPE_ENDED = 1 << 20, MODEL_PIPE_READ = 1 << 24 };

struct model_pipe {
  /* Whether the end to read from, and that to write to, are open. */
  int open[2];
  int head, tail;
  /* 1 while a thread writes. */
  int writes;
  long words[MODEL_PIPE_WORDS];
  int widths[MODEL_PIPE_WORDS];
};
static struct model_pipe __model_pipes[MODEL_PIPES];
/* The number of words in each pipe: a thread that waits for data is told to wait for it. */
static int __model_shown_pipe[MODEL_PIPES];
static int __model_pipe_count;
/* Written where bytes are: then a read of words may find bytes. */
static int __model_has_bytes;

int __model_has_pipes(void) { return __diptych_written(&__model_pipe_count); }
int __model_is_pipe(int file) {
  return __model_has_pipes() && file >= MODEL_FIRST_PIPE && file < MODEL_FIRST_PIPE + 2 * MODEL_PIPES;
}
static struct model_pipe *__model_pipe_of(int file) { return &__model_pipes[(file - MODEL_FIRST_PIPE) / 2]; }
static int *__model_words_in(int file) { return &__model_shown_pipe[(file - MODEL_FIRST_PIPE) / 2]; }
static int __model_writes_to(int file) { return file % 2; }

int pipe(int ends[2]) {
  int k = __atomic_fetch_add(&__model_pipe_count, 1, __ATOMIC_SEQ_CST);
  if (k >= MODEL_PIPES) __diptych_cut("limit", "4 pipes");
  __atomic_store_n(&__model_pipes[k].open[0], 1, __ATOMIC_RELAXED);
  __atomic_store_n(&__model_pipes[k].open[1], 1, __ATOMIC_RELAXED);
  ends[0] = MODEL_FIRST_PIPE + 2 * k;
  ends[1] = MODEL_FIRST_PIPE + 2 * k + 1;
  return 0;
}
int pipe2(int ends[2], int flags) {
  if (flags != 0 && flags != O_CLOEXEC) __diptych_refuse("pipe2 with flags in a program with pipes is not supported");
  return pipe(ends);
}

int __model_close_pipe(int file) {
  struct model_pipe *p = __model_pipe_of(file);
  int *count = __model_words_in(file), end = __model_writes_to(file);
  __diptych_atomic_begin();
  int was = __atomic_load_n(&p->open[end], __ATOMIC_RELAXED);
  __atomic_store_n(&p->open[end], 0, __ATOMIC_RELAXED);
  if (was && end) __atomic_store_n(count, __atomic_load_n(count, __ATOMIC_RELAXED) + MODEL_PIPE_ENDED, __ATOMIC_RELAXED);
  __diptych_atomic_end();
  return was ? 0 : __model_fail(EBADF);
}

static int __model_width(unsigned long size) { return size % 8 == 0 ? 8 : size % 4 == 0 ? 4 : 1; }

static long __model_load_word(const char *from, int width) {
  return width == 8 ? *(const long *)from : width == 4 ? *(const int *)from : *from;
}
static void __model_store_word(char *to, int width, long value) {
  if (width == 8) *(long *)to = value;
  else if (width == 4) *(int *)to = value;
  else *to = value;
}

/* Waits for words and keeps other readers away. */
static void __model_begin_reading(int *count) {
  if (__model_may_be_cancelled()) {
    do __model_cancel_point();
    while (__diptych_try_change(count, DIPTYCH_GE, 1, DIPTYCH_ADD, -MODEL_PIPE_READ, __ATOMIC_ACQUIRE) <= 0);
  } else __diptych_take(count, DIPTYCH_GE, 1, DIPTYCH_ADD, -MODEL_PIPE_READ, count, "data in a pipe");
}

/* Takes words of that width from the pipe; yields their number. */
static int __model_take_words(struct model_pipe *p, char *to, unsigned long size, int have, int width) {
  unsigned long most = size / width;
  int head = p->head;
  if (most > MODEL_PIPE_WORDS) most = MODEL_PIPE_WORDS;
  if (have > (int)most) have = most;
  for (int i = 0; i < (int)most; i++)
    if (i < have) {
      int k = (head + i) % MODEL_PIPE_WORDS;
      if (p->widths[k] != width) __diptych_cut("limit", "data that is read from a pipe in the pieces it was written in");
      __model_store_word(to + i * width, width, p->words[k]);
    }
  __atomic_store_n(&p->head, head + have, __ATOMIC_RELAXED);
  return have;
}

long __model_read_pipe(int file, void *to, unsigned long size) {
  struct model_pipe *p = __model_pipe_of(file);
  int *count = __model_words_in(file), width = __model_width(size), taken;
  if (__model_writes_to(file) || !__atomic_load_n(&p->open[0], __ATOMIC_RELAXED)) return __model_fail(EBADF);
  if (size == 0) return 0;
  __model_begin_reading(count);
  int have = (__atomic_load_n(count, __ATOMIC_RELAXED) + MODEL_PIPE_READ) % MODEL_PIPE_ENDED;
  if (width > 1 && __diptych_written(&__model_has_bytes) && have > 0 && p->widths[p->head % MODEL_PIPE_WORDS] == 1) {
    taken = __model_take_words(p, to, size, have, 1);
    __atomic_fetch_add(count, MODEL_PIPE_READ - taken, __ATOMIC_SEQ_CST);
    return taken;
  }
  taken = __model_take_words(p, to, size, have, width);
  __atomic_fetch_add(count, MODEL_PIPE_READ - taken, __ATOMIC_SEQ_CST);
  return (long)taken * width;
}

long __model_write_pipe(int file, const void *from, unsigned long size) {
  struct model_pipe *p = __model_pipe_of(file);
  int width = __model_width(size);
  unsigned long count = size / width;
  if (!__model_writes_to(file) || !__atomic_load_n(&p->open[1], __ATOMIC_RELAXED)) return __model_fail(EBADF);
  if (size == 0) return 0;
  if (width == 1) __diptych_changes(&__model_has_bytes);
  __diptych_take(&p->writes, DIPTYCH_EQ, 0, DIPTYCH_SET, 1, p, "a pipe that another thread writes to");
  if (!__atomic_load_n(&p->open[0], __ATOMIC_RELAXED)) {
    __diptych_give_back(&p->writes, 1, __ATOMIC_SEQ_CST);
    raise(SIGPIPE);
    return __model_fail(EPIPE);
  }
  int tail = p->tail;
  if (tail + (long)count - __atomic_load_n(&p->head, __ATOMIC_RELAXED) > MODEL_PIPE_WORDS)
    __diptych_cut("limit", "32 units of data in a pipe");
  for (unsigned long i = 0; i < count; i++) {
    int k = (tail + i) % MODEL_PIPE_WORDS;
    p->widths[k] = width;
    p->words[k] = __model_load_word((const char *)from + i * width, width);
  }
  p->tail = tail + count;
  __atomic_fetch_add(__model_words_in(file), count, __ATOMIC_SEQ_CST);
  __diptych_give_back(&p->writes, 1, __ATOMIC_SEQ_CST);
  return size;
}
