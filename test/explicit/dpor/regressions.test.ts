// Programs on which DPOR once lost a trace or went astray.

import { describe, expect, it } from 'vitest';
import { modelNames, traceKey } from '../../../src/execution/execution.js';
import { explore } from '../../../src/explicit/explore.js';
import { program } from '../../../src/program/builder.js';
import type { Program } from '../../../src/program/program.js';

/** An atomic block that reads the cell of a lock. */
function blockAndLock(): Program {
  const p = program('block-and-lock');
  const x = p.location('x');
  p.thread((t) => t.atomic((a) => a.load(x)));
  p.thread((t) => t.lock(x));
  return p.build();
}

/** The range of the first choice depends on an earlier read. */
function choicesAfterBranch(): Program {
  const p = program('choices-after-branch');
  const x = p.location('x');
  p.thread((t) => t.store(x, 1));
  p.thread((t) => {
    t.load(x, 'r');
    t.if('r', (then) => then.nondet(0, 0));
    t.nondet(0, 1);
  });
  return p.build();
}

describe.each([blockAndLock(), choicesAfterBranch()])('$name', (p) => {
  it.each(modelNames)('has the same traces with and without reduction under %s', (model) => {
    const traces = (dpor: 'optimal' | 'none'): string[] => {
      const keys: string[] = [];
      explore(p, { model, dpor, onExecution: (witness) => keys.push(traceKey(witness().execution)) });
      return keys.sort();
    };
    expect(traces('optimal')).toEqual(traces('none'));
  });
});
