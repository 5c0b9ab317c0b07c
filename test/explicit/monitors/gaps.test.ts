// The gaps of the published monitors, found from random programs alone and shrunk. docs/monitors.md explains what is found.

import { describe, expect, it } from 'vitest';
import { type Execution, traceKey } from '../../../src/execution/execution.js';
import { compile } from '../../../src/explicit/bytecode/compile.js';
import { storeBufferModels } from '../../../src/explicit/machines/index.js';
import { Machine } from '../../../src/explicit/machines/machine.js';
import { monitorEvents, type WeakModel } from '../../../src/explicit/monitors/index.js';
import { randomProgram } from '../../../src/generate/random.js';
import type { Feature } from '../../../src/generate/randomOptions.js';
import { shrinkSync } from '../../../src/generate/shrink.js';
import { program } from '../../../src/program/builder.js';
import type { Program } from '../../../src/program/program.js';
import { forEachStatement } from '../../../src/program/statement.js';
import { hasNonScTrace, reporting } from './routes.js';

/** The first random program that shows the gap, as small as it gets. */
function search(features: readonly Feature[], showsGap: (candidate: Program) => boolean): Program {
  for (let seed = 800; seed < 5000; seed++) {
    const candidate = randomProgram(seed, { features, mix: false, size: 7 });
    if (showsGap(candidate)) return shrinkSync(candidate, showsGap);
  }
  throw new Error('no random program shows the gap');
}

function memoryOperations(p: Program): number {
  let count = 0;
  for (const thread of p.threads)
    forEachStatement(thread.body, (s) => {
      if (s.kind === 'load' || s.kind === 'store' || s.kind === 'rmw') count++;
    });
  return count;
}

/** SOBER as published says nothing on any trace although TSO has one that is not SC. */
const soberIsSilent = (p: Program): boolean =>
  reporting(p, ['sober-published'])?.size === 0 && hasNonScTrace(p, 'tso') === true;

/** For each SC trace, whether published BSS reports something on some of its interleavings, and on all of them. */
function reportsPerTrace(p: Program, model: WeakModel): { readonly some: boolean; readonly all: boolean }[] {
  const traces = new Map<string, { some: boolean; all: boolean }>();
  forEachInterleaving(Machine.start(compile(p, { unroll: 2 }), storeBufferModels.sc), (execution) => {
    const [monitor] = monitorEvents(execution.events, {
      monitors: [model === 'tso' ? 'bss-tso-published' : 'bss-pso-published'],
      threads: p.threads.length,
    });
    const reports = monitor.violations.length > 0;
    const key = traceKey(execution);
    const seen = traces.get(key) ?? { some: false, all: true };
    traces.set(key, { some: seen.some || reports, all: seen.all && reports });
  });
  return [...traces.values()];
}

function forEachInterleaving(machine: Machine, visit: (execution: Execution) => void): void {
  const steps = machine.steps();
  if (steps.length === 0) visit(machine.execution());
  for (const step of steps) {
    const next = machine.clone();
    next.apply(step);
    forEachInterleaving(next, visit);
  }
}

/** An unlucky choice of one interleaving per trace hides every violation from published BSS. */
const isHidden = (p: Program, model: WeakModel): boolean =>
  hasNonScTrace(p, model) === true && reportsPerTrace(p, model).every(({ all }) => !all);

describe('SOBER as published', () => {
  it('is caught being incomplete by random search', () => {
    const found = search([], soberIsSilent);
    expect(memoryOperations(found)).toBeLessThanOrEqual(6);
    expect(reporting(found, ['sober'])?.size).toBe(1);
  });

  it('misses n6, which the corrected one reports', () => {
    const p = program('n6');
    const x = p.location('x');
    const y = p.location('y');
    p.thread((t) => {
      t.store(x, 1);
      t.load(x);
      t.load(y);
    });
    p.thread((t) => t.store(y, 1).store(x, 2));
    expect(soberIsSilent(p.build())).toBe(true);
    expect(reporting(p.build(), ['sober'])?.size).toBe(1);
  });
});

describe.each(['tso', 'pso'] as const)('BSS as published for %s', (model) => {
  const complete = model === 'tso' ? 'bss-tso' : 'bss-pso';

  it('is caught missing violations on one interleaving per trace', () => {
    const found = search(['rmw', 'fence'], (candidate) => isHidden(candidate, model));
    expect(memoryOperations(found)).toBeLessThanOrEqual(7);
    // Over all interleavings it is complete, and so is the version that looks at traces.
    expect(reportsPerTrace(found, model).some(({ some }) => some)).toBe(true);
    expect(reporting(found, [complete])?.size).toBe(1);
  });

  it('is complete over all interleavings of random programs', () => {
    for (let seed = 0; seed < 150; seed++) {
      const p = randomProgram(seed, { features: ['rmw', 'fence', 'store-fence'], size: 6 });
      const reported = reportsPerTrace(p, model).some(({ some }) => some);
      expect(reported, `seed ${seed}`).toBe(hasNonScTrace(p, model));
    }
  });
});

describe('programs of the kind the search finds', () => {
  it('hide from published BSS for TSO with atomics alone', () => {
    const p = program('hidden-tso');
    const x = p.location('x');
    const y = p.location('y');
    p.thread((t) => {
      t.store(x, 1);
      t.load(y);
      t.xchg(y, 1);
      t.store(x, 2);
    });
    p.thread((t) => {
      t.xchg(y, 2);
      t.load(x);
    });
    expect(isHidden(p.build(), 'tso')).toBe(true);
    expect(reporting(p.build(), ['bss-tso'])?.size).toBe(1);
  });

  it('hide from published BSS for PSO with a fence', () => {
    const p = program('hidden-pso');
    const x = p.location('x');
    const y = p.location('y');
    p.thread((t) => {
      t.load(y);
      t.store(x, 2);
    });
    p.thread((t) => t.store(x, 11).store(y, 12).fence());
    p.thread((t) => t.store(y, 21));
    expect(isHidden(p.build(), 'pso')).toBe(true);
    expect(reporting(p.build(), ['bss-pso'])?.size).toBe(1);
  });
});
