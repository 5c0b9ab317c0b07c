/* mmap and its kin, as far as they give new memory and leave what it holds; libraries that are opened by name. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "include/files.h"
#include "include/objects.h"

enum { MODEL_MAPPED_PAGE = 4096, MODEL_READ_AND_WRITE = PROT_READ | PROT_WRITE };

/* Memory of no file is a block of zeros. */
void *mmap(void *at, size_t size, int protection, int flags, int file, off_t offset) {
  (void)at, (void)file, (void)offset;
  if ((protection & MODEL_READ_AND_WRITE) != MODEL_READ_AND_WRITE || !(flags & MAP_ANONYMOUS) || (flags & MAP_FIXED) || size == 0)
    __diptych_refuse("mmap of anything but new memory that can be read and written is not supported");
  if (size >= 1ul << 47) {
    __model_fail(ENOMEM);
    return MAP_FAILED;
  }
  return __diptych_allocate(size, MODEL_MAPPED_PAGE, DIPTYCH_ZEROED);
}

/* Of the whole mapping: the rest of one that is unmapped in part would be no block. */
int munmap(void *p, size_t size) {
  (void)size;
  free(p);
  return 0;
}

int mprotect(void *p, size_t size, int protection) {
  (void)p, (void)size;
  if ((protection & MODEL_READ_AND_WRITE) != MODEL_READ_AND_WRITE)
    __diptych_refuse("mprotect that forbids something is not supported");
  return 0;
}

int madvise(void *p, size_t size, int advice) {
  (void)p, (void)size;
  if (advice == MADV_DONTNEED || advice == MADV_FREE || advice == MADV_REMOVE)
    __diptych_refuse("madvise that discards memory is not supported");
  return 0;
}
int posix_madvise(void *p, size_t size, int advice) { return madvise(p, size, advice); }
int mlock(const void *p, size_t size) {
  (void)p, (void)size;
  return 0;
}
int munlock(const void *p, size_t size) {
  (void)p, (void)size;
  return 0;
}
int mlockall(int flags) {
  (void)flags;
  return 0;
}
int munlockall(void) { return 0; }

/* A library is there or is not. Its handle is no address. */
void *dlopen(const char *path, int flags) {
  (void)flags;
  if (path) __model_reads_text(path);
  return __model_perhaps() ? 0 : (void *)64;
}
int dlclose(void *handle) {
  (void)handle;
  return 0;
}
static char __model_dl_error[] = "error";
char *dlerror(void) { return __diptych_choose(2) ? __model_dl_error : 0; }
