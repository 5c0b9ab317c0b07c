// Files and connections: the functions return and write what POSIX allows, and nothing else.

import { describe, expect, it } from 'vitest';
import { SymbolicEngine } from '../../../../src/symbolic/index.js';
import { diagnosticOf, findings, parse } from '../run.js';

const engine = await SymbolicEngine.start();

const program = (body: string): string => `#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <unistd.h>
int main(void) { ${body} }`;

const symbolically = (body: string): number =>
  engine.findings(parse(program(body)), { model: 'sc', unroll: 8 }).findings.length;
const failures = (body: string): [number, number] => [findings(program(body)).length, symbolically(body)];

describe('results that always hold', () => {
  it.each([
    'int f = open("f", O_RDONLY), g = open("g", O_CREAT | O_RDWR, 0644); if (f >= 0 && g >= 0) assert(f != g && f > 2);',
    'int f = open("f", O_RDONLY); if (f < 0) assert(f == -1 && errno != 0); else assert(close(f) == 0);',
    'assert(close(-1) == -1 && errno == EBADF);',
    'int f = socket(AF_INET, SOCK_STREAM, 0), g = dup(f); assert(f != g && dup2(f, 9) == 9 && lseek(f, 5, SEEK_SET) == 5);',
    'char b[2]; int f = socket(AF_INET, SOCK_DGRAM, 0); long n = recv(f, b, 2, 0); assert(n >= -1 && n <= 2); if (n == 2) assert(b[1] == b[1]);',
    'struct timeval t = { 1, 0 }; fd_set s; FD_ZERO(&s); FD_SET(4, &s); int n = select(5, &s, 0, 0, &t); assert(n == FD_ISSET(4, &s) && !FD_ISSET(3, &s));',
    'fd_set s; FD_ZERO(&s); FD_SET(4, &s); assert(select(5, 0, &s, 0, 0) == 1);',
    'assert(htons(0x1234) == 0x3412 && ntohl(htonl(7)) == 7);',
  ])('%s', (body) => {
    expect(failures(body)).toEqual([0, 0]);
  });

  it('of poll and of an address, which only the symbolic engine sees through', () => {
    const poll =
      'struct pollfd p = { 3, POLLIN, 0 }; int n = poll(&p, 1, -1); assert(n == 1 && p.revents && !(p.revents & POLLOUT));';
    const accept =
      'struct sockaddr_in a; socklen_t n = sizeof a; int f = accept(3, (struct sockaddr *)&a, &n); assert(f >= 0 && n == 16 && a.sin_family == AF_INET && a.sin_port >= 0);';
    expect([symbolically(poll), symbolically(accept)]).toEqual([0, 0]);
  });
});

describe('results that may differ', () => {
  it.each([
    'assert(open("f", O_RDONLY) >= 0);',
    'assert(open("f", O_RDONLY) < 0);',
    'char b = 0; assert(read(3, &b, 1) != 1 || b != 77);',
    'struct timeval t = { 1, 0 }; fd_set s; FD_ZERO(&s); FD_SET(4, &s); assert(select(5, &s, 0, 0, &t) == 1);',
    'assert(connect(3, 0, 0) == 0);',
  ])('%s', (body) => {
    expect(failures(body)).toEqual([1, 1]);
  });
});

it('refuses messages between threads', () => {
  for (const call of ['socketpair(1, 1, 0, p)', 'eventfd(0, 0)'])
    expect(diagnosticOf(program(`int p[2]; ${call};`)).message).toMatch(/ is not supported$/);
});
