/*
 * Descriptors: files and connections to the outside. What is read is any bytes, what is looked for is there or is not; what is written is
 * not kept. A descriptor is a number that no other open call gives, and bad once it was closed. Pipes are in pipes.c.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "include/files.h"
#include "include/objects.h"

/* The number of descriptors that a thread has numbers for of its own, and of those of which it is known whether they are open. */
enum { MODEL_OWN_FILES = 16, MODEL_FIRST_FILE = 3, MODEL_KNOWN_FILES = 256 };
enum { MODEL_ANY_OFFSET = 2147483647 };

static _Thread_local int __model_files_opened;
/* The standard ones are open at first, and no others. */
static char __model_file_open[MODEL_KNOWN_FILES] = {1, 1, 1};
/* Written by close: without it no number is bad that is not negative. */
static int __model_closes;

static int __model_knows(int file) { return file >= 0 && file < MODEL_KNOWN_FILES; }
static void __model_opens(int file) {
  if (__diptych_written(&__model_closes) && __model_knows(file))
    __atomic_store_n(&__model_file_open[file], 1, __ATOMIC_RELAXED);
}

int __model_is_bad(int file) {
  if (file < 0) return 1;
  if (!__diptych_written(&__model_closes)) return 0;
  return __model_knows(file) && !__atomic_load_n(&__model_file_open[file], __ATOMIC_RELAXED);
}

int __model_new_descriptor(void) {
  int file = MODEL_FIRST_FILE + MODEL_OWN_FILES * __diptych_self() + __model_files_opened++;
  __model_opens(file);
  return file;
}

int close(int file) {
  __model_cancel_point();
  if (__model_is_pipe(file)) return __model_close_pipe(file);
  __atomic_store_n(&__model_closes, 1, __ATOMIC_RELAXED);
  if (file < 0) return __model_fail(EBADF);
  if (__model_knows(file) && !__atomic_exchange_n(&__model_file_open[file], 0, __ATOMIC_SEQ_CST)) return __model_fail(EBADF);
  return 0;
}

static int __model_open_file(const char *path) {
  __model_reads_text(path);
  return __model_perhaps() ? -1 : __model_new_descriptor();
}
int open(const char *path, int flags, ...) {
  __model_cancel_point();
  (void)flags;
  return __model_open_file(path);
}
int open64(const char *path, int flags, ...) {
  __model_cancel_point();
  (void)flags;
  return __model_open_file(path);
}
int openat(int folder, const char *path, int flags, ...) {
  __model_cancel_point();
  (void)folder, (void)flags;
  return __model_open_file(path);
}
int creat(const char *path, mode_t mode) {
  __model_cancel_point();
  (void)mode;
  return __model_open_file(path);
}
int mkstemp(char *path) { return __model_open_file(path); }

/* A call that a descriptor which is open lets succeed. */
static int __model_of_file(int file) { return __model_is_bad(file) ? __model_fail(EBADF) : 0; }
int fsync(int file) {
  __model_cancel_point();
  return __model_of_file(file);
}
int fdatasync(int file) { return fsync(file); }
int ftruncate(int file, off_t size) {
  (void)size;
  return __model_of_file(file);
}
int fchmod(int file, mode_t mode) {
  (void)mode;
  return __model_of_file(file);
}
void sync(void) {}

int dup(int file) {
  if (__model_has_pipes()) __diptych_refuse("dup in a program with pipes is not supported");
  return __model_is_bad(file) ? __model_fail(EBADF) : __model_new_descriptor();
}
int dup2(int file, int as) {
  if (__model_has_pipes()) __diptych_refuse("dup2 in a program with pipes is not supported");
  if (__model_is_bad(file) || as < 0) return __model_fail(EBADF);
  __model_opens(as);
  return as;
}

off_t lseek(int file, off_t offset, int from) {
  if (__model_is_bad(file)) return __model_fail(EBADF);
  if (from < SEEK_SET || from > SEEK_END || (from == SEEK_SET && offset < 0)) return __model_fail(EINVAL);
  return from == SEEK_SET ? offset : __diptych_choose(MODEL_ANY_OFFSET);
}

/* Any number of bytes up to the size. */
static ssize_t __model_read_outside(int file, void *to, size_t size) {
  if (__model_is_bad(file)) return __model_fail(EBADF);
  long count = __diptych_choose(size + 2) - 1l;
  if (count < 0) return __model_fail(EIO);
  __diptych_any(to, count);
  return count;
}
ssize_t read(int file, void *to, size_t size) {
  __model_cancel_point();
  return __model_is_pipe(file) ? __model_read_pipe(file, to, size) : __model_read_outside(file, to, size);
}
ssize_t pread(int file, void *to, size_t size, off_t offset) {
  __model_cancel_point();
  return offset < 0 ? __model_fail(EINVAL) : __model_read_outside(file, to, size);
}
ssize_t write(int file, const void *from, size_t size) {
  __model_cancel_point();
  if (__model_is_pipe(file)) return __model_write_pipe(file, from, size);
  if (__model_is_bad(file)) return __model_fail(EBADF);
  __diptych_reads(from, size);
  return size;
}

static int __model_of_path(const char *path) {
  __model_reads_text(path);
  return __model_perhaps();
}
int mkdir(const char *path, mode_t mode) {
  (void)mode;
  return __model_of_path(path);
}
int chmod(const char *path, mode_t mode) {
  (void)mode;
  return __model_of_path(path);
}
int rmdir(const char *path) { return __model_of_path(path); }
int chdir(const char *path) { return __model_of_path(path); }
int unlink(const char *path) { return __model_of_path(path); }
int access(const char *path, int how) {
  (void)how;
  return __model_of_path(path);
}

/* A request that locks a file is not known: it waits for another process. */
int fcntl(int file, int command, ...) {
  if (__model_has_pipes()) {
    if (command != F_GETFD && command != F_SETFD) __diptych_refuse("fcntl in a program with pipes is not supported");
    return __model_of_file(file);
  }
  if (__model_is_bad(file)) return __model_fail(EBADF);
  if (command == F_DUPFD || command == F_DUPFD_CLOEXEC) return __model_new_descriptor();
  if (command == F_GETFD) return __diptych_choose(2);
  if (command == F_GETFL) return __diptych_choose(65536);
  if (command != F_SETFD && command != F_SETFL) __diptych_refuse("this request of fcntl is not supported");
  return 0;
}

int isatty(int file) {
  int bad = __model_is_bad(file);
  if (!bad && __diptych_choose(2)) return 1;
  __model_fail(bad ? EBADF : ENOTTY);
  return 0;
}
