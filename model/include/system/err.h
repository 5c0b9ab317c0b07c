/* err and errx print a message and end the process. */
#pragma once
#include <stdlib.h>
#include <stdio.h>
#define warn(...) ((void)printf("" __VA_ARGS__))
#define warnx(...) ((void)printf("" __VA_ARGS__))
#define err(status, ...) (printf("" __VA_ARGS__), exit(status))
#define errx(status, ...) (printf("" __VA_ARGS__), exit(status))
#define warnc(code, ...) ((void)(code), (void)printf("" __VA_ARGS__))
#define errc(status, code, ...) ((void)(code), printf("" __VA_ARGS__), exit(status))
