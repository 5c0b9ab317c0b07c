// The final states of a program whose process ends while threads run. Both engines, each on its own, against every
// interleaving of the plain machine in which the process may end at any point after an ending thread has ended.
// Buffered stores then reach memory, and nothing else happens.

import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { modelNames } from '../../src/execution/execution.js';
import { findingKey } from '../../src/execution/finding.js';
import { compile } from '../../src/explicit/bytecode/compile.js';
import { explore } from '../../src/explicit/explore.js';
import { storeBufferModels } from '../../src/explicit/machines/index.js';
import { Machine } from '../../src/explicit/machines/machine.js';
import type { Observable } from '../../src/program/condition.js';
import { addressOf, binary, constant, register } from '../../src/program/expression.js';
import { failuresAsEnds } from '../../src/program/failedAssertions.js';
import { joinedBy } from '../../src/program/joined.js';
import { cellAddress } from '../../src/program/layout.js';
import { atProcessEnd } from '../../src/program/processEnd.js';
import type { Program } from '../../src/program/program.js';
import type { Statement } from '../../src/program/statement.js';
import { validate } from '../../src/program/validate.js';
import { SymbolicEngine } from '../../src/symbolic/index.js';

const cell = fc.constantFrom('x', 'y');
const small = fc.integer({ min: 1, max: 3 });

const simple = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('store' as const), cell, value: small }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('load' as const), cell }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('add' as const), cell }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'fence' as const }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('assert' as const), value: small }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('assume' as const), value: small }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'exit' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'wait' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'open' as const }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('both' as const), value: small }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('exit-or' as const), value: small }) },
);
type Simple = typeof simple extends fc.Arbitrary<infer T> ? T : never;

const differs = (value: number) => binary('!=', register('r'), constant(value));

function statement(s: Simple): Statement {
  switch (s.kind) {
    case 'store':
      return { kind: 'store', address: addressOf(s.cell), value: constant(s.value) };
    case 'load':
      return { kind: 'load', target: 'r', address: addressOf(s.cell) };
    case 'add':
      return {
        kind: 'rmw',
        target: 'r',
        address: addressOf(s.cell),
        op: { kind: 'fetch', op: '+', value: constant(1) },
      };
    case 'fence':
      return { kind: 'fence', fence: 'full' };
    case 'assert':
      return { kind: 'assert', condition: differs(s.value), message: 'r' };
    case 'assume':
      return { kind: 'assume', condition: differs(s.value) };
    case 'exit':
      return {
        kind: 'if',
        condition: register('r'),
        whenTrue: [{ kind: 'assume', condition: constant(0), exits: true }],
        whenFalse: [],
      };
    case 'wait':
      return { kind: 'lock', address: addressOf('x') };
    case 'open':
      return { kind: 'unlock', address: addressOf('x') };
    case 'exit-or':
      return {
        kind: 'atomic',
        body: [
          statement({ kind: 'load', cell: 'x' }),
          statement({ kind: 'exit' }),
          statement({ kind: 'store', cell: 'y', value: s.value }),
        ],
      };
    case 'both': {
      const store = (cell: string): Statement => ({
        kind: 'store',
        address: addressOf(cell),
        value: constant(s.value),
      });
      return { kind: 'atomic', body: [store('x'), store('y')] };
    }
  }
}

interface Parts {
  readonly main: readonly Simple[];
  readonly others: readonly (readonly Simple[])[];
  readonly joined: 'nobody' | 'first' | 'main';
  readonly early: boolean;
  readonly nested: boolean;
  /** The process goes on when main has ended. */
  readonly goesOn?: boolean;
}

function programOf({ main, others, joined, early, nested, goesOn = false }: Parts): Program {
  const body = main.map(statement);
  const join = (thread: number): Statement => ({ kind: 'join', thread: constant(thread) });
  const threads = others.map((ops) => ops.map(statement));
  if (joined === 'main') threads[0].push(join(0), { kind: 'assert', condition: constant(0) });
  const spawns = threads.map((_, i): Statement => ({ kind: 'spawn', thread: i + 1, args: [] }));
  if (nested && spawns.length > 1) threads[0].splice(1, 0, ...spawns.splice(1));
  return validate({
    name: 'ends',
    locations: ['x', 'y'].map((name) => ({ name, initial: [0] })),
    threads: [
      [...(early ? [] : spawns), ...body, ...(early ? spawns : []), ...(joined === 'first' ? [join(1)] : [])],
      ...threads,
    ].map((ops, t) => ({
      name: t === 0 ? 'main' : `t${t}`,
      start: t === 0 ? 'initial' : 'spawned',
      parameters: [],
      registers: new Map(),
      body: ops,
    })),
    ...(goesOn ? {} : { endsWith: 0 }),
    observed: ['x', 'y'].map((location) => ({ kind: 'cell', location, index: 0 })),
  });
}

const arbitraryProgram = fc
  .record({
    main: fc.array(simple, { maxLength: 3 }),
    others: fc.array(fc.array(simple, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 2 }),
    joined: fc.constantFrom('nobody' as const, 'first' as const, 'main' as const),
    early: fc.boolean(),
    /** The last thread is started by the one before it. */
    nested: fc.boolean(),
    goesOn: fc.boolean(),
  })
  .map(programOf);

/** Final states and findings by their definition. `fails`: a failed assertion ends the process, and is nothing else. */
function reference(program: Program, model: (typeof modelNames)[number], fails = false) {
  const code = compile(program, { unroll: 4 });
  const outcomes = new Set<string>();
  const findings = new Set<string>();
  const seen = new Set<string>();
  const exits = (machine: Machine, t: number): boolean => {
    const { status, pc } = machine.threads[t];
    if (t === program.endsWith && status === 'ended') return true;
    const before = code.threads[t].statements[pc - 1];
    if (fails && status === 'finding') return before?.kind === 'assert';
    return status === 'assume' && before?.kind === 'assume' && before.exits === true;
  };
  const cellValue = (machine: Machine) => (o: Observable) =>
    o.kind === 'cell' ? machine.memory.cell(cellAddress(code.layout, o.location, o.index))?.value : undefined;
  const drain = (machine: Machine): void => {
    const commits = machine.steps().filter((step) => step.kind === 'commit');
    if (commits.length === 0) outcomes.add(program.observed.map(cellValue(machine)).join());
    for (const step of commits) {
      const next = machine.clone();
      next.apply(step);
      drain(next);
    }
  };
  const visit = (machine: Machine): void => {
    const key = JSON.stringify([
      machine.threads.map(({ status, pc, epoch, registers, buffer }) => [
        [status, pc, epoch, ...registers],
        buffer.map((entry) => [entry.address, entry.value, entry.epoch]),
      ]),
      program.observed.map(cellValue(machine)),
      machine.trace.findings.map(findingKey),
    ]);
    if (seen.has(key)) return;
    seen.add(key);
    for (const finding of machine.trace.findings) findings.add(findingKey(finding));
    const allEnded = machine.threads.every(({ status }) => status === 'ended' || status === 'not-spawned');
    if (allEnded || machine.threads.some((_, t) => exits(machine, t))) drain(machine);
    for (const step of machine.steps()) {
      const next = machine.clone();
      next.apply(step);
      visit(next);
    }
  };
  visit(Machine.start(code, storeBufferModels[model]));
  return { outcomes: [...outcomes].sort(), findings: [...findings].sort() };
}

const hasExits = ({ threads }: Program): boolean =>
  JSON.stringify(threads.map(({ body }) => body)).includes('exits');

const isOfAThread = (kind: string): boolean => kind !== 'deadlock' && kind !== 'hang';

describe('the end of the process', () => {
  let symbolic: SymbolicEngine;
  beforeAll(async () => {
    symbolic = await SymbolicEngine.start();
  });

  const judge = (program: Program, model: (typeof modelNames)[number]): void => {
    const asked = atProcessEnd(program);
    expect(asked.final === undefined).toBe(
      (program.endsWith === undefined ||
        program.threads.every((_, t) => t === 0 || joinedBy(program, 0).has(t))) &&
        !hasExits(program),
    );
    const expected = reference(program, model);
    const found = explore(asked, { model, unroll: 4 });
    expect(found.outcomes.map((o) => o.join()).sort()).toEqual(expected.outcomes);
    const keys = (all: readonly { readonly finding: Parameters<typeof findingKey>[0] }[]): string[] =>
      all.flatMap(({ finding }) => (isOfAThread(finding.kind) ? [findingKey(finding)] : [])).sort();
    expect(keys(found.findings)).toEqual(expected.findings);
    // A thread that stays where it is keeps no other waiting.
    const waiting = (all: typeof found.findings): number =>
      all.filter(({ finding }) => !isOfAThread(finding.kind)).length;
    expect(waiting(found.findings)).toBe(waiting(explore(program, { model, unroll: 4 }).findings));
    const solved = symbolic.explore(asked, { model, unroll: 4 });
    expect(solved.outcomes.map((o) => o.join()).sort()).toEqual(expected.outcomes);
    expect(keys(solved.findings)).toEqual(expected.findings);
    expect(solved.findings.length).toBe(found.findings.length);
  };

  it('leaves what memory holds then, in both engines', () => {
    fc.assert(
      fc.property(arbitraryProgram, fc.constantFrom(...modelNames), (program, model) => {
        judge(program, model);
      }),
      { numRuns: Number(process.env.FC_RUNS ?? 25) },
    );
  });

  it('is where an assertion fails, if the question is about final states', () => {
    fc.assert(
      fc.property(arbitraryProgram, fc.constantFrom(...modelNames), (program, model) => {
        const { program: failing, assertions } = failuresAsEnds(program);
        judge(failing, model);
        const { outcomes } = reference(program, model, true);
        expect(reference(failing, model).outcomes).toEqual(outcomes);
        expect(failing === program).toBe(assertions.length === 0);
      }),
      { numRuns: Number(process.env.FC_RUNS ?? 25) },
    );
  });

  const add: Simple = { kind: 'add', cell: 'x' };
  const store: Simple = { kind: 'store', cell: 'y', value: 3 };
  const exitOr: Simple = { kind: 'exit-or', value: 2 };
  const ending: readonly (readonly [string, readonly Simple[]])[] = [
    ['exits', [add, add, { kind: 'exit' }, store]],
    ['exits in an atomic section', [add, exitOr, store]],
    ['does not exit in an atomic section', [exitOr, store]],
  ];

  it.each(ending)('is where a thread that main waits for %s', (_, thread) => {
    const parts = { main: [], joined: 'first', early: false, nested: false } as const;
    for (const model of modelNames) {
      judge(programOf({ ...parts, others: [thread] }), model);
      judge(programOf({ ...parts, others: [thread, [add, store]] }), model);
      judge(programOf({ ...parts, others: [thread, thread] }), model);
    }
  });

  it('is nothing where no thread is left or final states are not asked for', () => {
    const [program] = fc.sample(
      arbitraryProgram.filter((p) => p.endsWith === 0 && !hasExits(p) && atProcessEnd(p) !== p),
      { numRuns: 1, seed: 1 },
    );
    const { endsWith: _, ...endless } = program;
    const alone = { ...program, threads: [{ ...program.threads[0], body: [] }] };
    for (const same of [endless, alone, { ...program, observed: [] }, atProcessEnd(program)])
      expect(atProcessEnd(same)).toBe(same);
    const [first] = program.observed;
    expect(atProcessEnd({ ...program, observed: [first] }).final).toBeDefined();
  });
});
