// When a monitor's silence proves robustness, and programs on which it is not silent although SC hides the event.

import { describe, expect, it } from 'vitest';
import { mayMiss } from '../../../src/explicit/monitors/completeness.js';
import { completeMonitors, type MonitorName } from '../../../src/explicit/monitors/index.js';
import { monitorProgram } from '../../../src/explicit/monitors/monitorProgram.js';
import { cell, program } from '../../../src/program/builder.js';
import type { Program } from '../../../src/program/program.js';
import { hasNonScTrace } from './routes.js';

/** Each monitor's answer: whether the program is robust, null where its silence proves nothing. */
function says(p: Program): Partial<Record<MonitorName, boolean | null>> {
  const { exploration, pairs } = monitorProgram(p, { monitors: completeMonitors });
  return Object.fromEntries(
    [...pairs].map(([name, found]) => [
      name,
      found.length > 0 ? false : mayMiss(name, exploration) ? null : true,
    ]),
  );
}

describe('silence', () => {
  it('is broken where a lock that is waited for in vain would be free on the weak machine', () => {
    const p = program('stored-lock');
    const m = p.location('m');
    const x = p.location('x');
    p.thread((t) => t.store(m, 1).add({ kind: 'load', target: 'r', address: x }));
    p.thread((t) => t.store(x, 1).fence().lock(m));
    expect(hasNonScTrace(p.build(), 'tso')).toBe(true);
    expect(says(p.build())).toEqual({ sober: false, 'bss-tso': false, 'bss-pso': false });
  });

  it('is broken where an older value leads an atomic block elsewhere', () => {
    const p = program('dependent-block');
    const x = p.location('x');
    const y = p.location('y');
    p.thread((t) => t.store(y, 1).add({ kind: 'load', target: 'r', address: x }));
    p.thread((t) =>
      t.atomic((a) => {
        a.load(y, 's');
        a.if(
          's',
          () => {},
          (otherwise) => otherwise.store(x, 1),
        );
      }),
    );
    expect(hasNonScTrace(p.build(), 'tso')).toBe(true);
    expect(says(p.build())).toEqual({ sober: false, 'bss-tso': false, 'bss-pso': false });
  });

  it('of SOBER proves nothing where a thread ends at a store to freed memory', () => {
    const p = program('freed');
    const pointer = p.location('pointer');
    const y = p.location('y');
    p.thread((t) => {
      t.load(pointer, 'p');
      t.assume('p');
      t.store('p', 1);
      t.load(y);
    });
    p.thread((t) => {
      t.alloc(1, 'p');
      t.store(pointer, 'p');
      t.store(y, 1);
      t.free('p');
    });
    expect(hasNonScTrace(p.build(), 'tso')).toBe(true);
    expect(says(p.build())).toMatchObject({ 'bss-tso': false });
    expect(says(p.build()).sober).not.toBe(true);
  });

  it('proves robustness where locks and stores keep apart', () => {
    const p = program('apart');
    const t = p.array('t', [0, 0]);
    const m = p.location('m');
    for (let i = 0; i < 2; i++)
      p.thread((thread) => {
        thread.lock(m);
        thread.store(cell(t, 1), i);
        thread.load(cell(t, 0));
        if (i === 0) thread.assume('r0').unlock(m);
      });
    expect(says(p.build())).toEqual({ sober: true, 'bss-tso': true, 'bss-pso': true });
  });
});
