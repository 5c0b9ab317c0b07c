// Unions of members of different sizes that threads share: against a machine that has bytes, and buffers of stores of several bytes.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modelNames } from '../../../../src/execution/execution.js';
import { parseLitmus } from '../../../../src/frontend/litmus/index.js';
import { toInteger } from '../../../../src/program/integer.js';
import { printProgram } from '../../../../src/program/printer.js';
import { markBehind, withoutMark } from '../../../../src/program/unionMarks.js';
import { SymbolicEngine } from '../../../../src/symbolic/index.js';
import { findings, parse, states } from '../run.js';
import { anyThreads, reference, textOf } from '../unionMachine.js';

const engine = await SymbolicEngine.start();

describe('a union of members of different sizes', () => {
  it('is as on a machine with bytes, or has no answer', () => {
    const seen = { whole: 0, unclear: 0 };
    fc.assert(
      fc.property(anyThreads, fc.constantFrom(...modelNames), (threads, model) => {
        const text = textOf(threads);
        const { outcomes, punned } = reference(threads, model);
        const unclear = findings(text, model);
        expect(unclear.every((line) => line.startsWith('mixed-size'))).toBe(true);
        if (unclear.length > 0) {
          seen.unclear++;
          expect(punned).toBe(true);
          return;
        }
        seen.whole++;
        const observe = threads.flatMap((ops, t) => ops.map((_, i) => `r${t}${i}`));
        const found = states(text, model, { observe }).map((line) => line.replace(/r\d+=/g, ''));
        expect(found).toEqual([...outcomes].sort());
      }),
      { numRuns: Number(process.env.FC_RUNS ?? 30) },
    );
    expect(Math.min(seen.whole, seen.unclear)).toBeGreaterThan(0);
  });
});

describe('a tagged union', () => {
  const head = `#include <pthread.h>
    #include <stdlib.h>
    #include <string.h>
    struct msg { int kind; union { int i; char *s; double d; } u; struct msg *next; };
    struct msg *list, box; char text[] = "ab"; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int sum;\n`;
  const queue = (look: string): string => `${head}
    void push(struct msg v) { struct msg *n = malloc(sizeof *n); *n = v; pthread_mutex_lock(&m); n->next = list; list = n; pthread_mutex_unlock(&m); }
    void *f(void *a) { struct msg v; v.kind = 2; v.u.d = 2.5; v.next = 0; push(v); return a; }
    int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); push((struct msg){ 0, { .i = -7 } }); push((struct msg){ .kind = 1, .u.s = text });
      pthread_join(t, 0); for (struct msg *n = list; n; n = n->next) ${look} }`;

  it('goes from thread to thread, and its struct with it', () => {
    const text = queue(
      'switch (n->kind) { case 0: sum += n->u.i; break; case 1: sum += n->u.s[1]; break; default: sum += n->u.d > 2 ? 1000 : 0; }',
    );
    expect(states(text, 'pso', { observe: ['sum'] })).toEqual(['sum=1091']);
    expect(findings(text, 'pso')).toEqual([]);
  });

  const mailbox = (look: string): string => `${head}
    void *f(void *a) { pthread_mutex_lock(&m); box.kind = 1; box.u.i = 5; pthread_mutex_unlock(&m); return a; }
    int main(void) { pthread_t t; box.u.s = text; pthread_create(&t, 0, f, 0); pthread_mutex_lock(&m); ${look}
      pthread_mutex_unlock(&m); pthread_join(t, 0); box.u.s = text; if (box.u.d < 1) sum += 1; }`;

  it.each(modelNames)('means the same to both engines: %s', (model) => {
    const text = mailbox(
      'if (box.kind == 0) { box.u.s++; sum += *box.u.s; } else { box.u.i++; sum = box.u.i; }',
    );
    const found = states(text, model, { observe: ['sum'] });
    expect(found).toEqual(['sum=7', 'sum=99']);
    const { outcomes } = engine.outcomes(parse(text, { observe: ['sum'] }), { model, unroll: 8 });
    expect(outcomes.map((values) => `sum=${values}`).sort()).toEqual(found);
  });

  it.each(modelNames)('has exact bytes where a larger member is read than was stored: %s', (model) => {
    const text = mailbox('sum += box.u.s == 0;');
    const found = states(text, model, { observe: ['sum'] });
    expect([found, findings(text, model)]).toEqual([['sum=1'], []]);
    const { outcomes } = engine.outcomes(parse(text, { observe: ['sum'] }), { model, unroll: 8 });
    expect(outcomes.map((values) => `sum=${values}`)).toEqual(found);
  });

  it('may be looked at byte by byte', () => {
    const text = queue('if (n->kind == 0) sum += ((unsigned char *)n)[8];');
    expect([states(text, 'tso', { observe: ['sum'] }), findings(text, 'tso')]).toEqual([['sum=249'], []]);
    const { outcomes } = engine.outcomes(parse(text, { observe: ['sum'] }), { model: 'tso', unroll: 8 });
    expect(outcomes.map(String)).toEqual(['249']);
  });

  it('can be printed and read again', () => {
    const printed = printProgram(parse(mailbox('sum += box.u.i;')));
    expect(printProgram(parseLitmus(printed, 'a.litmus'))).toBe(printed);
  });

  it('is shown with what was stored to it', () => {
    for (const [value, size] of [
      [-7, 4],
      [200, 2],
      [-1, 1],
    ] as const)
      for (const cell of [2, 4, 8].filter((larger) => larger > size)) {
        const low = BigInt.asUintN(size * 8, BigInt(value));
        expect(withoutMark(toInteger(markBehind(size, cell) + low), cell)).toBe(value);
      }
    expect(withoutMark(5, 8)).toBe(5);
  });
});
