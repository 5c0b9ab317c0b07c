// A certificate refuses what is not an execution of the program on the model.

import { describe, expect, it } from 'vitest';
import type { Witness } from '../../src/execution/execution.js';
import { isSequentiallyConsistent } from '../../src/execution/hb.js';
import { explore } from '../../src/explicit/explore.js';
import { program } from '../../src/program/builder.js';
import { uncertified } from '../../src/verdict/certify.js';

function sb() {
  const p = program('SB');
  const x = p.location('x');
  const y = p.location('y');
  p.thread((t) => t.store(x, 1).add({ kind: 'load', target: 'r', address: y }));
  p.thread((t) => t.store(y, 1).add({ kind: 'load', target: 'r', address: x }));
  return p.build();
}

function weakWitness(): Witness {
  const found: Witness[] = [];
  explore(sb(), { model: 'tso', onExecution: (build) => found.push(build()) });
  const weak = found.find((w) => !isSequentiallyConsistent(w.execution));
  if (weak === undefined) throw new Error('SB is not SC under TSO');
  return weak;
}

describe('certify', () => {
  it('accepts what the explorer found', () => {
    expect(uncertified(sb(), weakWitness(), 4)).toBeUndefined();
  });

  it('refuses it under SC', () => {
    expect(uncertified(sb(), { ...weakWitness(), model: 'sc' }, 4)).toMatch('machine');
  });

  it('refuses a schedule that stops early or goes another way', () => {
    const witness = weakWitness();
    expect(uncertified(sb(), { ...witness, schedule: witness.schedule.slice(0, -1) }, 4)).toMatch(
      'ends before',
    );
    const commits = witness.schedule.filter((step) => step.kind === 'commit');
    const executes = witness.schedule.filter((step) => step.kind === 'execute');
    const early = [executes[0], commits.find((step) => step.thread === executes[0].thread) ?? commits[0]];
    const rest = [...executes.slice(1), ...commits.filter((step) => step !== early[1])];
    expect(uncertified(sb(), { ...witness, schedule: [...early, ...rest] }, 4)).toMatch('another trace');
  });

  it('refuses a graph the schedule does not have', () => {
    const witness = weakWitness();
    const co = new Map([...witness.execution.co].map(([address]) => [address, []]));
    expect(uncertified(sb(), { ...witness, execution: { ...witness.execution, co } }, 4)).toMatch(
      'another trace',
    );
  });
});
