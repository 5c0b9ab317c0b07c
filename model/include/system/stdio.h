#pragma once
#include <__stddef.h>
typedef long ssize_t, off_t;
typedef struct _IO_FILE { } FILE;
extern FILE *stdin, *stdout, *stderr;
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define L_tmpnam 20
#define FILENAME_MAX 4096
#define EOF (-1)
#define BUFSIZ 8192
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2
#define L_ctermid (9)
#define FOPEN_MAX (16)
#define TMP_MAX (238328)
