// Verdicts that the literature records, and what a verdict says about a forbidden execution.

import { describe, expect, test } from 'vitest';
import { judge } from '../../src/cat/judge.js';
import { loadModel } from '../../src/cat/models.js';
import { parseCat } from '../../src/cat/resolve.js';
import type { Execution, ModelName } from '../../src/execution/execution.js';
import { modelNames } from '../../src/execution/execution.js';
import { program, type ThreadBuilder } from '../../src/program/builder.js';
import type { Expr } from '../../src/program/expression.js';
import type { Integer } from '../../src/program/integer.js';
import { layOut } from '../../src/program/layout.js';
import type { Program } from '../../src/program/program.js';
import { candidates } from './candidates.js';

type Fill = (t: ThreadBuilder, x: Expr, y: Expr, z: Expr) => void;

function build(...threads: readonly Fill[]): Program {
  const p = program('classic');
  const [x, y, z] = [p.location('x'), p.location('y'), p.location('z')];
  for (const fill of threads) p.thread((t) => fill(t, x, y, z));
  return p.build();
}

/** The values of the reads, thread by thread, and the final values of cells. */
interface Wanted {
  readonly reads: readonly (readonly number[])[];
  readonly final?: Readonly<Record<string, number>>;
}

function shows(p: Program, { events, co }: Execution, wanted: Wanted): boolean {
  const { addressOf } = layOut(p);
  const reads = p.threads.map((_, t) =>
    events
      .filter((e) => e.thread === t)
      .sort((a, b) => a.index - b.index)
      .flatMap((e) => e.reads.map((read) => read.value)),
  );
  const last = (name: string): Integer => {
    const address = addressOf.get(name) ?? 0;
    const writer = (co.get(address) ?? []).at(-1);
    const write = writer === undefined ? undefined : events[writer].writes.find((w) => w.address === address);
    return write?.value ?? 0;
  };
  return (
    JSON.stringify(reads) === JSON.stringify(wanted.reads) &&
    Object.entries(wanted.final ?? {}).every(([name, value]) => last(name) === value)
  );
}

function allowing(p: Program, wanted: Wanted): ModelName[] {
  const matching = candidates(p).filter(({ execution }) => shows(p, execution, wanted));
  expect(matching).not.toEqual([]);
  return modelNames.filter((name) =>
    matching.some(({ execution }) => judge(loadModel(name), p, execution).allowed),
  );
}

const store = (name: 'x' | 'y' | 'z', value: number): Fill => {
  return (t, x, y, z) => t.store({ x, y, z }[name], value);
};
const load = (name: 'x' | 'y' | 'z'): Fill => {
  return (t, x, y, z) => t.load({ x, y, z }[name]);
};
const swap = (name: 'x' | 'y' | 'z', value: number): Fill => {
  return (t, x, y, z) => t.xchg({ x, y, z }[name], value);
};
const fence: Fill = (t) => t.fence();
const storeFence: Fill = (t) => t.storeFence();
const choice: Fill = (t) => t.nondet(0, 0);
const both: Fill = (t, x, y) =>
  t.atomic((a) => {
    a.store(x, 2);
    a.store(y, 2);
  });
const all =
  (...parts: readonly Fill[]): Fill =>
  (t, x, y, z) => {
    for (const part of parts) part(t, x, y, z);
  };

const weak: readonly ModelName[] = ['tso', 'pso'];
const onlyPso: readonly ModelName[] = ['pso'];
const none: readonly ModelName[] = [];

describe('an outcome is allowed by exactly the models that allow it', () => {
  test.each<readonly [string, readonly Fill[], Wanted, readonly ModelName[]]>([
    ['SB', [all(store('x', 1), load('y')), all(store('y', 1), load('x'))], { reads: [[0], [0]] }, weak],
    [
      'SB+fences',
      [all(store('x', 1), fence, load('y')), all(store('y', 1), fence, load('x'))],
      { reads: [[0], [0]] },
      none,
    ],
    [
      'SB+one fence',
      [all(store('x', 1), fence, load('y')), all(store('y', 1), load('x'))],
      { reads: [[0], [0]] },
      weak,
    ],
    [
      'SB+store-store fences',
      [all(store('x', 1), storeFence, load('y')), all(store('y', 1), storeFence, load('x'))],
      { reads: [[0], [0]] },
      weak,
    ],
    [
      'SB+choices',
      [all(store('x', 1), choice, load('y')), all(store('y', 1), choice, load('x'))],
      { reads: [[0], [0]] },
      weak,
    ],
    [
      'SB+atomics',
      [all(swap('x', 1), load('y')), all(swap('y', 1), load('x'))],
      {
        reads: [
          [0, 0],
          [0, 0],
        ],
      },
      none,
    ],
    [
      'SB+atomics elsewhere',
      [all(store('x', 1), swap('z', 1), load('y')), all(store('y', 1), swap('z', 2), load('x'))],
      {
        reads: [
          [0, 0],
          [1, 0],
        ],
      },
      onlyPso,
    ],
    ['MP', [all(store('x', 1), store('y', 1)), all(load('y'), load('x'))], { reads: [[], [1, 0]] }, onlyPso],
    [
      'MP+store-store fence',
      [all(store('x', 1), storeFence, store('y', 1)), all(load('y'), load('x'))],
      { reads: [[], [1, 0]] },
      none,
    ],
    [
      'MP+atomic flag',
      [all(store('x', 1), swap('y', 1)), all(load('y'), load('x'))],
      { reads: [[0], [1, 0]] },
      onlyPso,
    ],
    [
      '2+2W',
      [all(store('x', 1), store('y', 2)), all(store('y', 1), store('x', 2))],
      { reads: [[], []], final: { x: 1, y: 1 } },
      onlyPso,
    ],
    [
      'S',
      [all(store('x', 2), store('y', 1)), all(load('y'), store('x', 1))],
      { reads: [[], [1]], final: { x: 2 } },
      onlyPso,
    ],
    [
      'R',
      [all(store('x', 1), store('y', 1)), all(store('y', 2), load('x'))],
      { reads: [[], [0]], final: { y: 2 } },
      weak,
    ],
    [
      'IRIW',
      [store('x', 1), store('y', 1), all(load('x'), load('y')), all(load('y'), load('x'))],
      { reads: [[], [], [1, 0], [1, 0]] },
      none,
    ],
    [
      'WRC',
      [store('x', 1), all(load('x'), store('y', 1)), all(load('y'), load('x'))],
      { reads: [[], [1], [1, 0]] },
      none,
    ],
    [
      'n6',
      [all(store('x', 1), load('x'), load('y')), all(store('y', 1), store('x', 2))],
      { reads: [[1, 0], []], final: { x: 1 } },
      weak,
    ],
    ['n5', [all(store('x', 1), load('x')), all(store('x', 2), load('x'))], { reads: [[2], [1]] }, none],
    ['CoRR', [store('x', 1), all(load('x'), load('x'))], { reads: [[], [1, 0]] }, none],
    ['CoWW', [all(store('x', 1), store('x', 2))], { reads: [[]], final: { x: 1 } }, none],
    ['CoWR', [all(store('x', 1), load('x'))], { reads: [[0]] }, none],
    ['lost update', [swap('x', 1), swap('x', 2)], { reads: [[0], [0]] }, none],
    [
      'an atomic block is seen whole',
      [both, all(load('x'), load('y')), all(load('y'), load('x'))],
      { reads: [[], [2, 0], [2, 0]] },
      none,
    ],
    [
      'an atomic block is a fence',
      [all(store('z', 1), both, load('y')), all(load('x'), load('z'))],
      { reads: [[2], [2, 0]] },
      none,
    ],
  ])('%s', (_, threads, wanted, models) => {
    expect(allowing(build(...threads), wanted)).toEqual(models);
  });
});

test('a load buffering cycle is forbidden everywhere', () => {
  const p = build(all(load('x'), store('y', 1)), all(load('y'), store('x', 1)));
  const { addressOf } = layOut(p);
  const [x, y] = [addressOf.get('x') ?? 0, addressOf.get('y') ?? 0];
  const at = (thread: number, index: number) => ({ id: 2 * thread + index, thread, index });
  const execution: Execution = {
    events: [
      { ...at(0, 0), kind: 'R', reads: [{ address: x, value: 1 }], writes: [] },
      { ...at(0, 1), kind: 'W', reads: [], writes: [{ address: y, value: 1 }] },
      { ...at(1, 0), kind: 'R', reads: [{ address: y, value: 1 }], writes: [] },
      { ...at(1, 1), kind: 'W', reads: [], writes: [{ address: x, value: 1 }] },
    ],
    rf: [[3], [], [1], []],
    co: new Map([
      [x, [3]],
      [y, [1]],
    ]),
    blocked: new Map(),
    findings: [],
  };
  for (const name of modelNames)
    expect(judge(loadModel(name), p, execution)).toMatchObject({
      allowed: false,
      flags: [],
      violations: [
        {
          axiom: name,
          test: 'acyclic',
          negated: false,
          evidence: {
            kind: 'cycle',
            cycle: [
              { from: 0, to: 1, relation: name === 'sc' ? 'po' : 'ppo' },
              { from: 1, to: 2, relation: name === 'sc' ? 'rf' : 'rfe' },
              { from: 2, to: 3, relation: name === 'sc' ? 'po' : 'ppo' },
              { from: 3, to: 0, relation: name === 'sc' ? 'rf' : 'rfe' },
            ],
          },
        },
      ],
    });
  const broken = { ...execution, rf: [[initial], [], [1], []] };
  expect(judge(loadModel('sc'), p, broken)).toEqual({
    allowed: false,
    malformed: [{ event: 0, message: 'event 0 reads 1, not the initial value of its cell' }],
  });
});

const initial = -1;

describe('evidence', () => {
  const p = build(all(store('x', 1), load('y')), all(store('y', 1), load('x')));
  const sb = candidates(p).find(({ execution }) => shows(p, execution, { reads: [[0], [0]] }))?.execution;
  const verdict = (text: string) => {
    if (sb === undefined) throw new Error('SB has an execution that reads 0 twice');
    return judge(parseCat(text, 'm.cat'), p, sb);
  };

  test('names edges as the model does', () => {
    const names = (text: string) => {
      const v = verdict(text);
      const evidence = 'violations' in v ? v.violations[0].evidence : undefined;
      return evidence?.kind === 'cycle' ? evidence.cycle.map((edge) => edge.relation) : evidence;
    };
    expect(names('let com = rf | fr | co  acyclic po | com')).toEqual(['po', 'fr', 'po', 'fr']);
    expect(names('let com = rf | fr | co  let ghb = po | com  acyclic ghb')).toEqual([
      'po',
      'fr',
      'po',
      'fr',
    ]);
    expect(names('let com = [R]; (fr | co)  acyclic po | com')).toEqual(['po', 'com', 'po', 'com']);
    expect(names('acyclic (po & W * R) | fr')).toEqual(['po & W * R', 'fr', 'po & W * R', 'fr']);
    expect(names('acyclic (po | fr)^+')).toEqual([expect.any(String)]);
  });

  test('is the pairs or events that should not be there', () => {
    expect(verdict('empty [W]; po')).toMatchObject({
      violations: [
        { axiom: 'empty [W]; po', evidence: { kind: 'pairs', pairs: [{ relation: '[W]; po' }, {}] } },
      ],
    });
    const events = sb?.events.filter((e) => e.kind === 'W').map((e) => e.id);
    expect(verdict('empty W \\ IW as no-writes')).toMatchObject({
      violations: [{ axiom: 'no-writes', evidence: { kind: 'events', events } }],
    });
    expect(verdict('empty IW')).toMatchObject({
      violations: [{ evidence: { kind: 'events', events: [initial, initial] } }],
    });
    expect(verdict('irreflexive po; fr; po; fr')).toMatchObject({
      violations: [{ test: 'irreflexive', evidence: { kind: 'pairs', pairs: [{}, {}] } }],
    });
    expect(verdict('~empty rmw')).toMatchObject({
      violations: [{ negated: true, evidence: { kind: 'none' } }],
    });
  });

  test('flags forbid nothing', () => {
    expect(verdict('flag ~empty fr as races  flag empty fr as quiet')).toEqual({
      allowed: true,
      flags: ['races'],
    });
  });
});
