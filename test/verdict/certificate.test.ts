import { describe, expect, it } from 'vitest';
import type { Evidence, Execution, Outcome, Witness } from '../../src/execution/execution.js';
import { explore } from '../../src/explicit/explore.js';
import { Certifier } from '../../src/verdict/certificate.js';
import { sb } from './programs.js';

const weak: Outcome = [0, 0];

/** An execution of store buffering under TSO that ends in 0, 0. */
function storeBuffering(): Witness {
  let found: Witness | undefined;
  explore(sb, {
    model: 'tso',
    onOutcome(outcome, witness) {
      if (outcome.join() === weak.join()) found = witness();
    },
  });
  if (found === undefined) throw new Error('TSO without store buffering');
  return found;
}

const witness = storeBuffering();
const shown = (changes: Partial<Witness> = {}): Evidence => {
  const changed = { ...witness, ...changes };
  return { execution: changed.execution, witness: changed };
};
const certify = (given: Evidence, outcome: Outcome = weak, model: 'sc' | 'tso' = 'tso') =>
  new Certifier(sb, model, 8).certify({ kind: 'outcome', outcome }, given);

describe('a certificate', () => {
  it('is given to an execution of the machine and the model', () => {
    const certifier = new Certifier(sb, 'tso', 8);
    expect(certifier.certify({ kind: 'outcome', outcome: weak }, shown())).toBeUndefined();
    expect(certifier.certify({ kind: 'hb-cycle' }, shown())).toBeUndefined();
    expect(certifier.certified).toBe(2);
  });

  it('is not given for something else', () => {
    expect(certify(shown(), [1, 1])).toEqual({ kind: 'beside-the-point' });
    const finding = { kind: 'assertion', thread: 0, message: 'm' } as const;
    expect(new Certifier(sb, 'tso', 8).certify({ kind: 'finding', finding }, shown())).toEqual({
      kind: 'beside-the-point',
    });
  });

  it('is not given for a step that the machine cannot take', () => {
    const [first] = witness.schedule;
    const { thread } = first;
    const steps = [first, first, first, ...witness.schedule];
    expect(certify(shown({ schedule: steps }))).toEqual({
      kind: 'impossible-step',
      position: 2,
      step: { kind: 'execute', thread },
    });
    const nobody = { kind: 'execute', thread: 7 } as const;
    expect(certify(shown({ schedule: [nobody] }))).toMatchObject({ kind: 'impossible-step', position: 0 });
  });

  it('is not given for a schedule that stops half-way', () => {
    expect(certify(shown({ schedule: witness.schedule.slice(0, -1) }))).toEqual({ kind: 'unfinished' });
  });

  it('is not given if the machine reads or writes other values, or from elsewhere', () => {
    const { execution } = witness;
    const changed = (changes: Partial<Execution>) =>
      certify(shown({ execution: { ...execution, ...changes } }));
    const doubled = execution.events.map((event) => ({
      ...event,
      writes: event.writes.map(({ address, value }) => ({ address, value: 2 * Number(value) })),
    }));
    expect(changed({ events: doubled })).toMatchObject({ kind: 'unlike-replay' });
    expect(changed({ blocked: new Map([[0, 'lock']]) })).toMatchObject({ kind: 'unlike-replay' });
    const finding = { kind: 'assertion', thread: 0, message: 'm' } as const;
    expect(changed({ findings: [finding] })).toMatchObject({ kind: 'unlike-replay' });
  });

  it('is not given to what is no execution at all', () => {
    const { execution } = witness;
    const rf = execution.rf.map((sources) => sources.map(() => 7));
    for (const changes of [{ rf }, { co: new Map() }, { events: execution.events.slice(1) }])
      expect(certify(shown({ execution: { ...execution, ...changes } }))).toMatchObject({
        kind: 'malformed',
      });
  });

  it('is not given if the cat file forbids the graph', () => {
    expect(certify({ execution: witness.execution }, weak, 'sc')).toMatchObject({
      kind: 'forbidden',
      violations: [{ test: 'acyclic' }],
    });
  });
});
