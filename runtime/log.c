/* The log of record.h in a file that grows by pieces. Room is reserved before it is used: a full disk ends the log, not the program. */
#define _GNU_SOURCE
#include "log.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

/* A multiple of the size of a record and of any page: records lie one after the other in the file. */
#define PIECE (sizeof(struct record) << 18)
#define LEAST_PIECE (sizeof(struct record) << 10)
#define MOST_PIECES 65536

/* The header takes the place of as many records as it needs. */
#define PER_PIECE (PIECE / sizeof(struct record))
#define HEADER_RECORDS ((sizeof(struct record_header) + sizeof(struct record) - 1) / sizeof(struct record))

static struct record_header *header;
static char *pieces[MOST_PIECES];
static size_t piece_count;
static uint64_t room; /* records, the header among them */
static int file = -1, detached, limited;
static uint64_t limit; /* bytes, 0 for none */
static char maps_path[4096];

static void say(const char *text) { (void)!write(2, text, strlen(text)); }

/* A limit on the size of files answers with a signal too, which is not the program's concern. */
static int reserve(off_t at, size_t size) {
  sigset_t too_large, before, waiting;
  sigemptyset(&too_large);
  sigaddset(&too_large, SIGXFSZ);
  sigpending(&waiting);
  pthread_sigmask(SIG_BLOCK, &too_large, &before);
  int error = posix_fallocate(file, at, (off_t)size);
  struct timespec now = { 0, 0 };
  if (error && !sigismember(&waiting, SIGXFSZ)) sigtimedwait(&too_large, 0, &now);
  pthread_sigmask(SIG_SETMASK, &before, 0);
  return error == 0;
}

static int add_piece(void) {
  if (piece_count == MOST_PIECES) return 0;
  if (limit && (uint64_t)(piece_count + 1) * PIECE > limit && piece_count > 0) {
    limited = 1;
    return 0;
  }
  if (room != piece_count * PER_PIECE) return 0; /* the last one was all there was room for */
  off_t at = (off_t)piece_count * PIECE;
  size_t size = PIECE;
  while (!reserve(at, size))
    if ((size /= 2) < LEAST_PIECE) return 0;
  void *piece = mmap(0, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, at);
  if (piece == MAP_FAILED) return 0;
  pieces[piece_count++] = piece;
  room += size / sizeof(struct record);
  return 1;
}

/*
 * A program that this one starts inherits its environment, and must not write to the same log. But a process that executes another
 * program goes on with its own log from the beginning. 0 if the log is another process's.
 */
static int open_own(const char *path) {
  struct record_header found = { 0 };
  int known = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
  if (known < 0) return -1;
  if (read(known, &found, sizeof found) == (ssize_t)sizeof found && found.process == (uint64_t)getpid() && ftruncate(known, 0) == 0)
    return known;
  close(known);
  return 0;
}

void log_open(void) {
  const char *path = getenv("DIPTYCH_TRACE");
  if (!path || !*path) return;
  snprintf(maps_path, sizeof maps_path, "%s.maps", path);
  const char *most = getenv("DIPTYCH_LIMIT");
  limit = most ? strtoull(most, 0, 10) : 0;
  file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (file < 0 && errno == EEXIST && !(file = open_own(path))) return;
  if (file < 0 || !add_piece()) {
    say("diptych: the trace cannot be written\n");
    if (file >= 0) close(file);
    file = -1;
    return;
  }
  header = (struct record_header *)pieces[0];
  memset(header, 0, sizeof *header);
  header->magic = RECORD_MAGIC;
  header->record_size = sizeof(struct record);
  header->process = (uint64_t)getpid();
  const char *seed = getenv("DIPTYCH_SEED");
  header->seed = seed ? strtoull(seed, 0, 10) : 0;
  log_maps();
}

struct record_header *log_header(void) { return header; }

void log_flag(uint32_t flag) {
  if (header && !detached) header->flags |= flag;
}

void log_detach(void) { detached = 1; }

struct record *log_at(uint64_t place) { return (struct record *)pieces[place / PER_PIECE] + place % PER_PIECE; }

uint64_t log_number(uint64_t place) { return place - HEADER_RECORDS; }

uint64_t log_add(struct record record) {
  if (!header || detached || header->flags & LOG_FULL) return 0;
  uint64_t place = header->count + HEADER_RECORDS;
  if (place >= room && !add_piece()) {
    header->flags |= limited ? LOG_FULL | LOG_LIMIT : LOG_FULL;
    say(limited ? "diptych: the trace has reached its limit; the program goes on without it\n"
                : "diptych: no room for the trace; the program goes on without it\n");
    return 0;
  }
  *log_at(place) = record;
  __atomic_store_n(&header->count, header->count + 1, __ATOMIC_RELEASE);
  return place;
}

void log_maps(void) {
  if (!header || detached) return;
  int from = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  int to = open(maps_path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
  char buffer[4096];
  ssize_t n;
  while (from >= 0 && to >= 0 && (n = read(from, buffer, sizeof buffer)) > 0) (void)!write(to, buffer, (size_t)n);
  if (from >= 0) close(from);
  if (to >= 0) close(to);
}
