/* Connections to the outside, and waits for descriptors. What is ready is any of what was asked for; some of it, if nothing limits the time. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <unistd.h>

#include "include/files.h"
#include "include/objects.h"

int socket(int domain, int type, int protocol) {
  (void)domain, (void)type, (void)protocol;
  return __model_new_descriptor();
}

static int __model_of_socket(int file) { return __model_is_bad(file) ? __model_fail(EBADF) : 0; }
int bind(int file, const struct sockaddr *address, socklen_t size) {
  (void)address, (void)size;
  return __model_of_socket(file);
}
int listen(int file, int most) {
  (void)most;
  return __model_of_socket(file);
}
int shutdown(int file, int how) {
  (void)how;
  return __model_of_socket(file);
}
int setsockopt(int file, int level, int name, const void *value, socklen_t size) {
  (void)level, (void)name, (void)value, (void)size;
  return __model_of_socket(file);
}
int connect(int file, const struct sockaddr *address, socklen_t size) {
  __model_cancel_point();
  (void)address, (void)size;
  if (__model_is_bad(file)) return __model_fail(EBADF);
  return __diptych_choose(2) ? __model_fail(ECONNREFUSED) : 0;
}

/* Any address of IPv4, as far as there is room for it. */
static void __model_any_peer(void *to, socklen_t *size) {
  struct sockaddr_in *address = to;
  if (to == 0) return;
  if (*size >= sizeof address->sin_family) address->sin_family = AF_INET;
  if (*size >= 4) __diptych_any(&address->sin_port, sizeof address->sin_port);
  if (*size >= 8) __diptych_any(&address->sin_addr.s_addr, sizeof address->sin_addr.s_addr);
  if (*size >= sizeof *address)
    for (unsigned i = 0; i < sizeof address->sin_zero; i++) address->sin_zero[i] = 0;
  *size = sizeof *address;
}

int accept(int file, struct sockaddr *address, socklen_t *size) {
  __model_cancel_point();
  if (__model_is_bad(file)) return __model_fail(EBADF);
  __model_any_peer(address, size);
  return __model_new_descriptor();
}

ssize_t recv(int file, void *to, size_t size, int flags) {
  (void)flags;
  return read(file, to, size);
}
ssize_t recvfrom(int file, void *restrict to, size_t size, int flags, struct sockaddr *restrict address, socklen_t *restrict length) {
  (void)flags;
  __model_any_peer(address, length);
  return read(file, to, size);
}
ssize_t send(int file, const void *from, size_t size, int flags) {
  (void)flags;
  return write(file, from, size);
}
ssize_t sendto(int file, const void *from, size_t size, int flags, const struct sockaddr *address, socklen_t length) {
  (void)flags, (void)address, (void)length;
  return write(file, from, size);
}

in_addr_t inet_addr(const char *text) {
  in_addr_t address;
  __model_reads_text(text);
  __diptych_any(&address, sizeof address);
  return address;
}
int inet_pton(int family, const char *restrict text, void *restrict to) {
  __model_reads_text(text);
  if (__diptych_choose(2)) return 0;
  __diptych_any(to, family == AF_INET6 ? 16 : 4);
  return 1;
}

/* Leaves in the set the descriptors that are ready, and counts them. */
static int __model_ready(int count, fd_set *set) {
  int ready = 0;
  if (set == 0) return 0;
  unsigned long *words = (unsigned long *)set;
  for (int i = 0; i < count; i++) {
    unsigned long bit = 1ul << i % 64;
    if (!(words[i / 64] & bit)) continue;
    if (__diptych_choose(2)) ready++;
    else words[i / 64] &= ~bit;
  }
  return ready;
}
int select(int count, fd_set *restrict in, fd_set *restrict out, fd_set *restrict other, struct timeval *restrict time) {
  __model_cancel_point();
  if (__model_has_pipes()) __diptych_refuse("select in a program with pipes is not supported");
  int ready = __model_ready(count, in);
  ready += __model_ready(count, out);
  ready += __model_ready(count, other);
  __diptych_assume(ready > 0 || time != 0);
  return ready;
}
int poll(struct pollfd *files, nfds_t count, int time) {
  __model_cancel_point();
  int ready = 0;
  if (__model_has_pipes()) __diptych_refuse("poll in a program with pipes is not supported");
  for (nfds_t i = 0; i < count; i++) {
    int found = files[i].fd < 0 ? 0 : __diptych_choose(65536) & (files[i].events | POLLERR | POLLHUP | POLLNVAL);
    files[i].revents = found;
    if (found) ready++;
  }
  __diptych_assume(ready > 0 || time >= 0);
  return ready;
}
