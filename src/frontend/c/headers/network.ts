// Headers of sockets and of functions that wait for descriptors.

const constants = (text: string): string =>
  text
    .split(' ')
    .map((one) => `#define ${one.replace('=', ' ')}\n`)
    .join('');

export const socketHeader = (): string => `#pragma once
#include <__numbers.h>
typedef unsigned short sa_family_t;
struct sockaddr { sa_family_t sa_family; char sa_data[14]; };
struct sockaddr_storage { sa_family_t ss_family; char __padding[118]; unsigned long __align; };
struct linger { int l_onoff, l_linger; };
${constants('AF_UNSPEC=0 AF_UNIX=1 AF_LOCAL=1 AF_INET=2 AF_INET6=10 PF_UNSPEC=0 PF_UNIX=1 PF_LOCAL=1 PF_INET=2 PF_INET6=10 SOCK_STREAM=1 SOCK_DGRAM=2 SOCK_RAW=3 SOCK_NONBLOCK=2048 SOCK_CLOEXEC=524288 SOL_SOCKET=1 SO_REUSEADDR=2 SO_ERROR=4 SO_BROADCAST=6 SO_SNDBUF=7 SO_RCVBUF=8 SO_KEEPALIVE=9 SO_LINGER=13 SO_REUSEPORT=15 SO_RCVTIMEO=20 SO_SNDTIMEO=21 SOMAXCONN=4096 MSG_PEEK=2 MSG_WAITALL=256 MSG_DONTWAIT=64 MSG_NOSIGNAL=16384 SHUT_RD=0 SHUT_WR=1 SHUT_RDWR=2')}`;

export const internetHeader = (): string => `#pragma once
#include <stdint.h>
#include <sys/socket.h>
typedef uint32_t in_addr_t;
typedef uint16_t in_port_t;
struct in_addr { in_addr_t s_addr; };
struct sockaddr_in { sa_family_t sin_family; in_port_t sin_port; struct in_addr sin_addr; unsigned char sin_zero[8]; };
struct in6_addr { uint8_t s6_addr[16]; };
struct sockaddr_in6 { sa_family_t sin6_family; in_port_t sin6_port; uint32_t sin6_flowinfo; struct in6_addr sin6_addr; uint32_t sin6_scope_id; };
#define htons(x) __builtin_bswap16(x)
#define ntohs(x) __builtin_bswap16(x)
#define htonl(x) __builtin_bswap32(x)
#define ntohl(x) __builtin_bswap32(x)
#define inet_ntoa(address) ((void)(address), (char *)"0.0.0.0")
${constants('INADDR_ANY=((in_addr_t)0) INADDR_LOOPBACK=((in_addr_t)0x7f000001) INADDR_BROADCAST=((in_addr_t)0xffffffff) INADDR_NONE=((in_addr_t)0xffffffff) IPPROTO_IP=0 IPPROTO_TCP=6 IPPROTO_UDP=17 INET_ADDRSTRLEN=16 INET6_ADDRSTRLEN=46 TCP_NODELAY=1')}`;

export const unixSocketHeader = (): string => `#pragma once
#include <sys/socket.h>
struct sockaddr_un { sa_family_t sun_family; char sun_path[108]; };
`;

export const pollHeader = (): string => `#pragma once
#include <__numbers.h>
struct pollfd { int fd; short events, revents; };
`;

export const selectHeader = (): string => `#pragma once
#include <__numbers.h>
#include <time.h>
typedef struct { unsigned long fds_bits[16]; } fd_set;
#define FD_ZERO(set) ((void)(*(set) = (fd_set){ { 0 } }))
#define FD_SET(n, set) ((void)((set)->fds_bits[(n) / 64] |= 1ul << (n) % 64))
#define FD_CLR(n, set) ((void)((set)->fds_bits[(n) / 64] &= ~(1ul << (n) % 64)))
#define FD_ISSET(n, set) (((set)->fds_bits[(n) / 64] >> (n) % 64 & 1) != 0)
`;
