/* Streams and descriptors: the parts that several files of the model use. */
#ifndef DIPTYCH_FILES_H
#define DIPTYCH_FILES_H

#include <stdio.h>

/* The length of a conversion in a format, which it goes past: 1 for a long, -1 for a short, -2 for a char, 0 for none. */
int __model_length(const char **format);

/* A use of the stream: a finding if it was closed, or is none. */
void __model_uses_stream(FILE *stream);
/* Reads the text for nobody. */
void __model_reads_text(const char *text);
/* The same for at most so many characters; any number if `most` is negative. */
void __model_reads_part(const char *text, long most);
/* Something outside is there, or is not, or is not to be seen: 0, or -1 with errno. */
int __model_perhaps(void);

/* Whether the descriptor is known to be closed. */
int __model_is_bad(int file);
/* A new descriptor, which no other open call gives. */
int __model_new_descriptor(void);

/* Pipes have descriptors of their own. */
int __model_is_pipe(int file);
long __model_read_pipe(int file, void *to, unsigned long size);
long __model_write_pipe(int file, const void *from, unsigned long size);
int __model_close_pipe(int file);
/* Whether the program has pipes: a constant, after propagation. */
int __model_has_pipes(void);

#endif
