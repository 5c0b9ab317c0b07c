// Accesses that touch all of a cell: there a write of the value read changes nothing.

import { expect, it } from 'vitest';
import { parseC } from '../../src/frontend/c/index.js';
import { parseLitmus } from '../../src/frontend/litmus/index.js';
import { printProgram } from '../../src/program/printer.js';
import { assumeSpinLoops } from '../../src/program/spinLoops.js';
import { touchesWholeCells } from '../../src/program/wholeCells.js';

const flag = 'cells_1_1_0_8 f=0;';

it.each([
  ['cells of their own widths', `${flag} cells_4_4_0_32 n=0;`, 'store8(&f, 1); *&n = 2;', true],
  ['beside them a cell of one width', `${flag} int w=0;`, 'store8(&f, 1); *&w = 2;', true],
  ['beside them a cell of two widths', `${flag} int w=0;`, 'store8(&w, 1); *&w = 2;', false],
  ['a cell whose address is kept', `${flag} int w=0;`, 'int r = &w; store8(&f, 1); *r = 2;', false],
  ['a cell whose address is stored', `${flag} int w=0; int v=0;`, '*&v = &w; store8(&f, 1);', false],
  [
    'a cell to which memory points',
    `${flag} int w=0; cells_4_4_0_32 p=&w;`,
    'store8(&f, 1); int r = *&p;',
    false,
  ],
  ['a cell to which a register points', `${flag} int w=0; 0:r=&w;`, 'int r; store8(&f, 1); *r = 2;', false],
  ['a cell to which nobody points', `${flag} int w=0; cells_4_4_0_32 p=&f;`, 'store8(&f, 1); *&w = 2;', true],
  ['a block of any cells', `${flag} int w=0;`, 'int r = alloc(4); store8(&f, 1); *r = 2;', false],
  ['one width', 'int x=0; int y=0;', 'store8(&x, 1); store8(&y, 2);', true],
  ['one width that is too small', 'int x=300; int y=0;', 'store8(&x, 1);', false],
  ['two widths', 'int x=0; int y=0;', 'store8(&x, 1); *&y = 2;', false],
])('%s', (_, locations, body, whole) => {
  expect(
    touchesWholeCells(parseLitmus(`C t\n{ ${locations} }\nP0() { ${body} }\nP1() {}\n`, 't.litmus')),
  ).toBe(whole);
});

it.each([
  ['results of threads', 'void *r; pthread_join(t, &r); return r != 0;'],
  [
    'condition variables',
    'pthread_mutex_lock(&m); while (!n) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m);',
  ],
])('a lock of one byte is decided beside %s', (_, main) => {
  const program = parseC(
    `#include <pthread.h>
    #include <stdatomic.h>
    atomic_flag f = ATOMIC_FLAG_INIT; int n; pthread_mutex_t m; pthread_cond_t c;
    void *work(void *p) {
      while (atomic_flag_test_and_set(&f)) ;
      n++;
      atomic_flag_clear(&f);
      return p;
    }
    int main(void) { pthread_t t; pthread_create(&t, 0, work, 0); ${main} }`,
    'lock.c',
  );
  expect(printProgram(assumeSpinLoops(program))).toContain('.spin0 || .found != ');
});
