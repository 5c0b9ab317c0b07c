/*
 * Streams. A file is there or is not; what is read is any bytes, what is written is not kept. The stream that fopen gives is the middle of
 * a block, so that only fclose frees it: a use after that is a use of a block that was freed.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "include/files.h"
#include "include/objects.h"

enum { MODEL_ANY_POSITION = 2147483647, MODEL_STATUSES = 65537, MODEL_CHARACTERS = 256 };

/* What fileno says of a stream that fopen gave: no other call gives it. */
enum { MODEL_FILE_OF_STREAMS = 800 };

struct model_stream {
  int closed;
};
static struct model_stream __model_standard[3];
FILE *stdin = (FILE *)&__model_standard[0];
FILE *stdout = (FILE *)&__model_standard[1];
FILE *stderr = (FILE *)&__model_standard[2];

/* 1 once a file was not there. */
static int __model_file_missed;

enum { MODEL_STREAM = 16 };

static int __model_standard_number(const FILE *stream) {
  for (int k = 0; k < 3; k++)
    if (stream == (FILE *)&__model_standard[k]) return k;
  return -1;
}

/* A file that is not there is one only to programs that look, as malloc never fails: those that do not look would have a finding each. */
static void __model_is_stream(FILE *stream) {
  if (stream == 0) __diptych_assume(!__atomic_load_n(&__model_file_missed, __ATOMIC_RELAXED));
  int k = __model_standard_number(stream);
  if (k < 0) __diptych_reads(stream, sizeof(struct model_stream));
  else
    __diptych_require(!__atomic_load_n(&__model_standard[k].closed, __ATOMIC_RELAXED), "misuse", "use of a stream that was closed");
}

/* A function of streams is a cancellation point where it reaches the system. */
void __model_uses_stream(FILE *stream) {
  if (__model_cancelled() && __diptych_choose(2)) __model_cancel_point();
  __model_is_stream(stream);
}

void __model_uses_output(void);
void __model_uses_output(void) { __model_uses_stream(stdout); }

/* A text of which no program sees the length is looked at up to so many characters; then the execution goes on, and the answer is bounded. */
enum { MODEL_LOOKED_AT = 32 };

void __model_reads_part(const char *text, long most) {
  /* volatile: a load that nothing depends on would vanish */
  for (long i = 0; i < MODEL_LOOKED_AT; i++)
    if ((most >= 0 && i >= most) || !((const volatile char *)text)[i]) return;
  __diptych_may_cut("limit", "printed texts of 32 characters");
}

void __model_reads_text(const char *text) { __model_reads_part(text, -1); }

int __model_perhaps(void) {
  if (__diptych_choose(2) == 0) return 0;
  return __model_fail(__diptych_choose(2) ? ENOENT : EACCES);
}

static FILE *__model_open_stream(void) {
  if (__model_perhaps() != 0) {
    __atomic_store_n(&__model_file_missed, 1, __ATOMIC_RELAXED);
    return 0;
  }
  char *block = malloc(MODEL_STREAM + sizeof(struct model_stream));
  struct model_stream *stream = (struct model_stream *)(block + MODEL_STREAM);
  stream->closed = 0;
  return (FILE *)stream;
}

FILE *fopen(const char *restrict path, const char *restrict mode) {
  __model_reads_text(path);
  __model_reads_text(mode);
  return __model_open_stream();
}
FILE *fopen64(const char *restrict path, const char *restrict mode) { return fopen(path, mode); }
FILE *fdopen(int file, const char *mode) {
  (void)file;
  if (__model_has_pipes()) __diptych_refuse("fdopen in a program with pipes is not supported");
  __model_reads_text(mode);
  return __model_open_stream();
}
FILE *popen(const char *command, const char *mode) { return fopen(command, mode); }
FILE *tmpfile(void) { return __model_open_stream(); }

int fclose(FILE *stream) {
  __model_uses_stream(stream);
  int k = __model_standard_number(stream);
  if (k < 0) free((char *)stream - MODEL_STREAM);
  else __atomic_store_n(&__model_standard[k].closed, 1, __ATOMIC_RELAXED);
  return 0;
}
int pclose(FILE *stream) {
  fclose(stream);
  return __diptych_choose(MODEL_STATUSES) - 1;
}
int system(const char *command) {
  __model_cancel_point();
  if (command) __model_reads_text(command);
  return __diptych_choose(MODEL_STATUSES) - 1;
}

int fileno(FILE *stream) {
  __model_is_stream(stream);
  int k = __model_standard_number(stream);
  return k < 0 ? MODEL_FILE_OF_STREAMS : k;
}

/* Writing. */

int fputs(const char *restrict s, FILE *restrict stream) {
  __model_uses_stream(stream);
  __model_reads_text(s);
  return 1;
}
int puts(const char *s) { return fputs(s, stdout); }
int fputc(int c, FILE *stream) {
  __model_uses_stream(stream);
  return (unsigned char)c;
}
int putc(int c, FILE *stream) { return fputc(c, stream); }
int putchar(int c) { return fputc(c, stdout); }
size_t fwrite(const void *restrict p, size_t size, size_t count, FILE *restrict stream) {
  __model_uses_stream(stream);
  __diptych_reads(p, size * count);
  return size ? count : 0;
}
int fputs_unlocked(const char *restrict s, FILE *restrict stream) { return fputs(s, stream); }
int puts_unlocked(const char *s);
int puts_unlocked(const char *s) { return puts(s); }
int fputc_unlocked(int c, FILE *stream) { return fputc(c, stream); }
int putc_unlocked(int c, FILE *stream) { return fputc(c, stream); }
int putchar_unlocked(int c) { return putchar(c); }
size_t fwrite_unlocked(const void *restrict p, size_t size, size_t count, FILE *restrict stream) {
  return fwrite(p, size, count, stream);
}
/* All streams, if it is given none. */
int fflush(FILE *stream) {
  if (stream) __model_uses_stream(stream);
  return 0;
}
int fflush_unlocked(FILE *stream) { return fflush(stream); }
int setvbuf(FILE *restrict stream, char *restrict buffer, int mode, size_t size) {
  (void)buffer, (void)mode, (void)size;
  __model_uses_stream(stream);
  return 0;
}
void setbuf(FILE *restrict stream, char *restrict buffer) { setvbuf(stream, buffer, 0, 0); }
void setlinebuf(FILE *stream) { setvbuf(stream, 0, 0, 0); }
/* Given a null pointer, it prints the message alone. */
void perror(const char *s) {
  if (s) __model_reads_text(s);
}

/* Reading. */

int fgetc(FILE *stream) {
  __model_uses_stream(stream);
  return __diptych_choose(MODEL_CHARACTERS + 1) - 1;
}
int getc(FILE *stream) { return fgetc(stream); }
int getchar(void) { return fgetc(stdin); }
int getc_unlocked(FILE *stream) { return fgetc(stream); }
int getchar_unlocked(void) { return fgetc(stdin); }
int ungetc(int c, FILE *stream) {
  __model_uses_stream(stream);
  return c == EOF || __diptych_choose(2) ? EOF : (unsigned char)c;
}

size_t fread(void *restrict to, size_t size, size_t count, FILE *restrict stream) {
  __model_uses_stream(stream);
  if (size == 0 || count == 0) return 0;
  size_t n = __diptych_choose(count + 1);
  __diptych_any(to, n * size);
  return n;
}

char *fgets(char *restrict to, int size, FILE *restrict stream) {
  int i;
  __model_uses_stream(stream);
  if (size < 1 || __diptych_choose(2)) return 0;
  for (i = 0; i < size - 1; i++) {
    int c = __diptych_choose(MODEL_CHARACTERS);
    if (c == 0 && i > 0) break;
    to[i] = c;
    if (c == '\n') {
      i++;
      break;
    }
  }
  to[i] = 0;
  return to;
}

/* No line is too long for it, not even one that is for any array. */
char *gets(char *to);
char *gets(char *to) {
  int i, c;
  __model_uses_stream(stdin);
  if (__diptych_choose(2)) return 0;
  __diptych_require(!__diptych_choose(2), "out-of-bounds", "a line that is longer than the array it is read into");
  for (i = 0; (c = __diptych_choose(MODEL_CHARACTERS)) != 0 && c != '\n'; i++) to[i] = c;
  to[i] = 0;
  return to;
}

/* A line that is longer than the block is cut there, as a loop is at its bound. */
enum { MODEL_LINE = 120 };
ssize_t getdelim(char **restrict line, size_t *restrict size, int last, FILE *restrict stream) {
  size_t i;
  int c = -1;
  __model_uses_stream(stream);
  if (line == 0 || size == 0) return __model_fail(EINVAL);
  if (*line == 0 || *size == 0) {
    free(*line);
    *size = MODEL_LINE;
    *line = malloc(MODEL_LINE);
  }
  if (__diptych_choose(2)) return -1;
  for (i = 0; c != last; i++) {
    if (i > 0 && __diptych_choose(2)) break;
    if (i == *size - 1) __diptych_cut("limit", "119 characters of a line");
    c = __diptych_choose(MODEL_CHARACTERS);
    (*line)[i] = c;
  }
  (*line)[i] = 0;
  return i;
}
ssize_t getline(char **restrict line, size_t *restrict size, FILE *restrict stream) { return getdelim(line, size, '\n', stream); }

/* Places and states of streams. */

int fseek(FILE *stream, long offset, int from) {
  (void)offset, (void)from;
  __model_uses_stream(stream);
  return __diptych_choose(2) ? __model_fail(EINVAL) : 0;
}
int fseeko(FILE *stream, off_t offset, int from) { return fseek(stream, offset, from); }
long ftell(FILE *stream) {
  __model_uses_stream(stream);
  return __diptych_choose(2) ? __model_fail(EBADF) : __diptych_choose(MODEL_ANY_POSITION);
}
off_t ftello(FILE *stream) { return ftell(stream); }
void rewind(FILE *stream) { __model_is_stream(stream); }
int feof(FILE *stream) {
  __model_is_stream(stream);
  return __diptych_choose(2);
}
int ferror(FILE *stream) { return feof(stream); }
int feof_unlocked(FILE *stream) { return feof(stream); }
int ferror_unlocked(FILE *stream) { return feof(stream); }
void clearerr(FILE *stream) { __model_is_stream(stream); }
void clearerr_unlocked(FILE *stream) { __model_is_stream(stream); }
void flockfile(FILE *stream) { __model_is_stream(stream); }
void funlockfile(FILE *stream) { __model_is_stream(stream); }

int remove(const char *path) {
  __model_reads_text(path);
  return __model_perhaps();
}
int rename(const char *from, const char *to) {
  __model_reads_text(from);
  __model_reads_text(to);
  return __model_perhaps();
}
