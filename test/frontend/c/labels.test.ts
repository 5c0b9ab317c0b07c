// Labels as values, jumps to them, and labels of blocks: the output of gcc's binaries for the same programs.

import { describe, expect, it } from 'vitest';
import { findings, states } from './run.js';

const program = (body: string): string => `int x, y;\n${body}`;

describe('labels', () => {
  it('are values that a jump goes to', () => {
    const text = program(`
      int run(const char *code) {
        static void *table[] = { &&add, &&twice, &&end };
        int n = 0;
        goto *table[*code++ - 'a'];
        add: n++; goto *table[*code++ - 'a'];
        twice: n *= 2; goto *table[*code++ - 'a'];
        end: return n;
      }
      int main(void) { x = run("aabac"); y = run("c"); return 0; }`);
    expect(states(text)).toEqual(['x=5 y=0']);
  });

  it('have differences', () => {
    const text = program(`
      void f(int i) {
        static const int far[] = { &&one - &&none, &&two - &&none };
        goto *(&&none + far[i]);
        one: x += 2;
        two: x++;
        none: ;
      }
      int main(void) { f(0); f(1); return 0; }`);
    expect(states(text)).toEqual(['x=4 y=0']);
  });

  it('are told apart, and kept in memory that threads share', () => {
    const text = program(`
      #include <pthread.h>
      void *where;
      void *f(void *p) {
        void *to = p ? &&first : &&second;
        y += to == &&first;
        goto *to;
        first: x += 1; return 0;
        second: x += 10; return 0;
      }
      int main(void) {
        pthread_t t;
        f(0);
        pthread_create(&t, 0, f, &x); pthread_join(t, 0);
        return 0;
      }`);
    expect(states(text)).toEqual(['x=11 y=1']);
  });

  it('are jumped to backwards, out of a loop and into a block', () => {
    const text = program(`
      int main(void) {
        void *next = &&again, *to[2] = { &&out, &&in };
        int n = 0;
        again: n++;
        if (n < 3) goto *next;
        for (;;) goto *to[n & 1];
        out: y = 7; return 0;
        { in: x = n; }
        return 0;
      }`);
    expect(states(text)).toEqual(['x=3 y=0']);
  });

  it('belong to their block', () => {
    const text = program(`
      #define FIND(v) ({ __label__ found, none; int k, i = -1; for (k = 0; k < 3; k++) if (a[k] == (v)) goto found; goto none; found: i = k; none: i; })
      int a[3] = { 4, 5, 6 };
      int main(void) { x = FIND(6); y = FIND(9); { __label__ l; goto l; y = 3; l: ; } goto l; x = 0; l: return 0; }`);
    expect(states(text)).toEqual(['x=2 y=-1']);
  });

  it('are all that a jump may go to', () => {
    const text = program(`int main(void) { void *p = &&l; p = &x; goto *p; l: return 0; }`);
    expect(findings(text).map((found) => found.split(' ')[0])).toEqual(['assertion']);
  });
});
