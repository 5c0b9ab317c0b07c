import { describe, expect, it } from 'vitest';
import { parseLitmus } from '../../../src/frontend/litmus/index.js';
import { printProgram } from '../../../src/program/printer.js';
import { InputError } from '../../../src/support/diagnostic.js';

/** The body of P0 as the printer writes it, without declarations of registers. */
function lowered(body: string, init = ''): string[] {
  const text = `C t\n{ x; y; int t[3]; ${init} }\nP0(atomic_int* x, volatile int *y, int* t) {\n${body}\n}\n`;
  const printed = printProgram(parseLitmus(text, 't.litmus'));
  const lines = printed.slice(printed.indexOf('{\n') + 2, printed.indexOf('\n}\n') + 1).split('\n');
  return lines
    .map((line) =>
      line
        .trim()
        .replace(/^__order\(\w+(, \w+)?\) /, '')
        .replace(/^int (\S+ =)/, '$1'),
    )
    .filter((line) => line !== '' && !line.startsWith('int '));
}

function failure(body: string): string {
  try {
    lowered(body);
  } catch (error) {
    if (error instanceof InputError) return error.diagnostic.code;
    throw error;
  }
  return 'accepted';
}

describe('the C dialect', () => {
  it('reads plain accesses, arrays and pointers', () => {
    expect(lowered('*x = 1; int r0 = *y; r0 = t[1]; t[r0 + 1] = 2; t[0] = 3; int *p = x; *p = 4;')).toEqual([
      '*x = 1;',
      'r0 = *y;',
      'r0 = t[1];',
      't[r0 + 1] = 2;',
      '*t = 3;',
      'p = x;',
      '*p = 4;',
    ]);
  });

  it('maps C11 functions to events', () => {
    expect(lowered('int r = atomic_load_explicit(x, memory_order_acquire);')).toEqual([
      'r = *x;',
      'smp_rmb();',
    ]);
    expect(lowered('atomic_store_explicit(x, 1, memory_order_relaxed);')).toEqual(['*x = 1;']);
    expect(lowered('atomic_store_explicit(x, 1, memory_order_release);')).toEqual(['smp_wmb();', '*x = 1;']);
    expect(lowered('atomic_store(x, 1);')).toEqual(['smp_wmb();', '*x = 1;', 'smp_mb();']);
    expect(lowered('int r = atomic_exchange_explicit(x, 1, memory_order_acquire);')).toEqual([
      'r = xchg_relaxed(x, 1);',
      'smp_rmb();',
    ]);
    expect(lowered('int r = atomic_fetch_add_explicit(x, 1, memory_order_acq_rel);')).toEqual([
      'smp_wmb();',
      'r = fetch_add_relaxed(x, 1);',
      'smp_rmb();',
    ]);
    expect(lowered('int r = atomic_fetch_sub(x, 2);')).toEqual([
      'smp_mb();',
      'r = fetch_sub_relaxed(x, 2);',
      'smp_mb();',
    ]);
    expect(
      lowered('atomic_thread_fence(memory_order_seq_cst); atomic_thread_fence(memory_order_release);'),
    ).toEqual(['smp_mb();', 'smp_wmb();']);
    expect(
      lowered('atomic_thread_fence(memory_order_acquire); atomic_signal_fence(memory_order_seq_cst);'),
    ).toEqual(['smp_rmb();']);
  });

  it('gives a C11 compare-exchange the value it read', () => {
    const call =
      'atomic_compare_exchange_strong_explicit(x, &e, 2, memory_order_relaxed, memory_order_relaxed)';
    expect(lowered(`int e = 1; int ok = ${call};`)).toEqual([
      'e = 1;',
      '.t0 = cmpxchg_relaxed(x, e, 2);',
      '.t1 = .t0 == e;',
      'e = .t0;',
      'ok = .t1;',
    ]);
    expect(lowered('int ok = atomic_compare_exchange_strong(x, y, 2);')).toEqual([
      '.t0 = *y;',
      'smp_mb();',
      '.t1 = cmpxchg_relaxed(x, .t0, 2);',
      'smp_mb();',
      '.t2 = .t1 == .t0;',
      'if (!.t2) {',
      '*y = .t1;',
      '}',
      'ok = .t2;',
    ]);
  });

  it('maps functions of the kernel to events', () => {
    expect(lowered('WRITE_ONCE(*x, 1); int r = READ_ONCE(*y); smp_store_release(x, r);')).toEqual([
      '*x = 1;',
      'r = *y;',
      'smp_wmb();',
      '*x = r;',
    ]);
    expect(lowered('int r = smp_load_acquire(x); smp_mb(); smp_wmb(); smp_rmb();')).toEqual([
      'r = *x;',
      'smp_rmb();',
      'smp_mb();',
      'smp_wmb();',
      'smp_rmb();',
    ]);
    expect(lowered('int r = xchg(x, 1);')).toEqual(['smp_mb();', 'r = xchg_relaxed(x, 1);', 'smp_mb();']);
    expect(lowered('int r = cmpxchg_release(x, 0, 1);')).toEqual([
      'smp_wmb();',
      'r = cmpxchg_relaxed(x, 0, 1);',
    ]);
    expect(
      lowered('atomic_inc(x); int r = atomic_add_return_relaxed(2, x); r = atomic_fetch_add_relaxed(3, x);'),
    ).toEqual([
      'fetch_add_relaxed(x, 1);',
      '.t0 = fetch_add_relaxed(x, 2);',
      'r = .t0 + 2;',
      'r = fetch_add_relaxed(x, 3);',
    ]);
    expect(lowered('atomic_fetch_add(4, x);')).toEqual([
      'smp_mb();',
      'fetch_add_relaxed(x, 4);',
      'smp_mb();',
    ]);
    expect(lowered('spin_lock(x); spin_unlock(x);')).toEqual(['lock(x);', 'smp_wmb();', '*x = 0;']);
  });

  it('loads what expressions read, from left to right, and only when C does', () => {
    expect(lowered('int r = *x + 2 * *y;')).toEqual(['.t0 = *x;', '.t1 = *y;', 'r = .t0 + 2 * .t1;']);
    expect(lowered('if (*x == 1 && *y == 2) *x = 3; else { *y += 4; }')).toEqual([
      '.t0 = *x;',
      'if (.t0 == 1) {',
      '.t2 = *y;',
      '.t1 = (.t2 == 2) != 0;',
      '} else {',
      '.t1 = 0;',
      '}',
      'if (.t1) {',
      '*x = 3;',
      '} else {',
      '.t3 = *y;',
      '*y = .t3 + 4;',
      '}',
    ]);
  });

  it('reads loops', () => {
    expect(lowered('int i = 0; while (i < 3) { i++; if (i == 2) break; }')).toEqual([
      'i = 0;',
      'while0: while (i < 3) {',
      'i = i + 1;',
      'if (i == 2) {',
      'break while0;',
      '}',
      '}',
    ]);
    expect(lowered('while (*x == 0) bound (4) { }')).toEqual([
      'while0: while (1) bound (4) {',
      '.t0 = *x;',
      'if (!(.t0 == 0)) {',
      'break while0;',
      '}',
      '}',
    ]);
  });

  it('skips comments of both kinds', () => {
    const text = `C (* a *) t (* { *)
{ (* x=1; *) x=2; }
(* between { *) P0(int* x) { // *x = 1; }
  /* } */ int r = (*x); }
// after
exists (* here *) (0:r=2) << whatever (* ~~
`;
    const program = parseLitmus(text, 't.litmus');
    expect(program.threads[0].body).toHaveLength(1);
    expect(program.locations[0].initial).toEqual([2]);
  });

  it('names what it does not support', () => {
    expect(failure('for (;;) { }')).toBe('unsupported');
    expect(failure('goto end;')).toBe('unsupported');
    expect(failure('int r = mystery(x);')).toBe('unknown-function');
    expect(failure('int r = zz;')).toBe('unknown-name');
    expect(failure('*x = "text";')).toBe('bad-expression');
    expect(failure('atomic_store_explicit(x, 1, memory_order_acquire);')).toBe('bad-order');
    expect(failure('atomic_store_explicit(x, 1, sometimes);')).toBe('bad-order');
    expect(failure('atomic_store_explicit(x, 1);')).toBe('bad-argument-count');
    expect(failure('break;')).toBe('unknown-label');
    expect(failure('5 = 6;')).toBe('bad-assignment');
    expect(failure('int r = 1 +;')).toBe('syntax');
    expect(failure('*x = 99999999999;')).toBe('number-too-large');
  });
});

describe('threads of a C test', () => {
  const twoThreads = (first: string, second: string): string =>
    `C t\n{ x; y; }\n${first}(int* x) { int r0 = *x; }\n${second}(int* y) { int r0 = *y; }\nexists (1:r0=0)\n`;
  const codeOf = (text: string): string => {
    try {
      parseLitmus(text, 't.litmus');
      return 'accepted';
    } catch (error) {
      if (error instanceof InputError) return error.diagnostic.code;
      throw error;
    }
  };

  it('have the number in their name, wherever they stand', () => {
    const program = parseLitmus(twoThreads('P1', 'P0'), 't.litmus');
    expect(program.threads.map(({ name }) => name)).toEqual(['P0', 'P1']);
    expect(program.observed).toEqual([{ kind: 'register', thread: 1, register: 'r0' }]);
    expect(printProgram(program)).toContain('P1(int* x)');
    expect(parseLitmus(twoThreads('first', 'second'), 't.litmus').threads[1].name).toBe('second');
  });

  it.each([
    [twoThreads('P0', 'P2'), 'missing-thread'],
    [twoThreads('P1', 'P2'), 'missing-thread'],
    [twoThreads('P1', 'second'), 'ambiguous-thread'],
    [twoThreads('first', 'P0').replace('1:', '0:'), 'ambiguous-thread'],
    [twoThreads('first', 'P1'), 'accepted'],
    [twoThreads('P0', 'P0'), 'duplicate-thread'],
    [twoThreads('f', 'f'), 'duplicate-thread'],
    ['C t\n{ x; }\nP0(int* x, int* x) { *x = 1; }\n', 'duplicate-name'],
  ])('are refused where they are not clear: %s', (text, code) => {
    expect(codeOf(text)).toBe(code);
  });

  it.each([
    ['int r = 1; int r = 2;', 'duplicate-name'],
    ['int r = 1, r = 2;', 'duplicate-name'],
    ['int r = 1; if (r) { int r = 2; *y = r; }', 'duplicate-name'],
    ['int x = 1; *y = x;', 'duplicate-name'],
    ['if (1) { int r = 1; *y = r; } else { int r = 2; *y = r; }', 'accepted'],
    ['*x = 08;', 'bad-number'],
  ])('declare a name once among those that can be seen: %s', (body, code) => {
    expect(failure(body)).toBe(code);
  });

  it('read octal numbers as C does', () => {
    expect(lowered('*x = 010; *x = -017; *x = 0; *x = 10;')).toEqual([
      '*x = 8;',
      '*x = -15;',
      '*x = 0;',
      '*x = 10;',
    ]);
  });
});
