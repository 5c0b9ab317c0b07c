#pragma once
#include <__numbers.h>
struct pollfd { int fd; short events, revents; };
#define POLLIN (1)
#define POLLPRI (2)
#define POLLOUT (4)
#define POLLERR (8)
#define POLLHUP (16)
#define POLLNVAL (32)
#define POLLRDNORM (64)
#define POLLRDBAND (128)
#define POLLWRNORM (256)
#define POLLWRBAND (512)
#define POLLMSG (1024)
#define POLLREMOVE (0x1000)
#define POLLRDHUP (0x2000)
