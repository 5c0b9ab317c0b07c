// Executions of the plain machine in words: its events with all their marks, and its findings with their places. executions.txt has the
// expected words. They follow the definitions in execution/event.ts and program/statement.ts.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Access, Event } from '../../../src/execution/event.js';
import type { ModelName } from '../../../src/execution/execution.js';
import { compile } from '../../../src/explicit/bytecode/compile.js';
import { storeBufferModels } from '../../../src/explicit/machines/index.js';
import { Machine } from '../../../src/explicit/machines/machine.js';
import { addressOf, binary, constant, type Expr, register, unary } from '../../../src/program/expression.js';
import type { Location, Program, Thread } from '../../../src/program/program.js';
import type { Statement, StatementOf } from '../../../src/program/statement.js';
import { validate } from '../../../src/program/validate.js';

export const at = (line: number) => ({ at: { line, column: 1 } });
export const n = constant;
export const wide = (value: number | bigint) => constant(value, 64);
export const r = register;
export const [x, y, u, b, h, w] = ['x', 'y', 'u', 'b', 'h', 'w'].map(addressOf);

const locations: readonly Location[] = [
  { name: 'x', initial: [0] },
  { name: 'y', initial: [0] },
  { name: 'u', initial: [0], uninitialised: true },
];
export const shaped = (name: string, width: 8 | 16 | 32 | 64, initial: number): Location => ({
  name,
  initial: [initial],
  shape: { cells: [{ offset: 0, width }], size: width / 8, alignment: width / 8 },
});
export const sizes = [shaped('b', 8, -1), shaped('h', 16, -1), shaped('x', 32, 7), shaped('w', 64, 5)];

export const load = (target: string, address: Expr, more: Partial<StatementOf<'load'>> = {}): Statement => ({
  kind: 'load',
  target,
  address,
  ...more,
});
export const store = (address: Expr, value: Expr, more: Partial<StatementOf<'store'>> = {}): Statement => ({
  kind: 'store',
  address,
  value,
  ...more,
});
export const rmw = (
  address: Expr,
  op: StatementOf<'rmw'>['op'],
  more: Partial<StatementOf<'rmw'>> = {},
): Statement => ({
  kind: 'rmw',
  target: 'o',
  address,
  op,
  ...more,
});
export const cas = (address: Expr, expected: Expr, desired: Expr, more: Partial<StatementOf<'rmw'>> = {}) =>
  rmw(address, { kind: 'cas', expected, desired }, more);
export const fetch = (address: Expr, value: Expr, more: Partial<StatementOf<'rmw'>> = {}) =>
  rmw(address, { kind: 'fetch', op: '+', value }, more);
export const fence = (
  kind: StatementOf<'fence'>['fence'],
  more: Partial<StatementOf<'fence'>> = {},
): Statement => ({
  kind: 'fence',
  fence: kind,
  ...more,
});
export const atomic = (body: readonly Statement[], more: Partial<StatementOf<'atomic'>> = {}): Statement => ({
  kind: 'atomic',
  body,
  ...more,
});
export const lasting = (address: Expr, lifetime: StatementOf<'store'>['lifetime'] & string): Statement =>
  store(address, n(0), { lifetime });
export const alloc = (size: Expr, more: Partial<StatementOf<'alloc'>> = {}): Statement => ({
  kind: 'alloc',
  target: 'p',
  size,
  zeroed: false,
  ...more,
});
export const free = (address: Expr, more: Partial<StatementOf<'free'>> = {}): Statement => ({
  kind: 'free',
  address,
  ...more,
});
export const p = r('p');
export const after = (offset: number): Expr => binary('+', p, n(offset));

export interface Setting {
  readonly locations?: readonly Location[];
  readonly model?: ModelName;
  readonly program?: Partial<Program>;
  /** Threads that are not there from the start. */
  readonly spawned?: readonly (readonly Statement[])[];
}

function programOf(
  bodies: readonly (readonly Statement[])[],
  { locations: own = locations, program = {}, spawned = [] }: Setting = {},
): Program {
  const thread = (body: readonly Statement[], start: Thread['start'], t: number): Thread => ({
    name: `P${t}`,
    start,
    parameters: [],
    registers: new Map(),
    body,
  });
  const threads = [
    ...bodies.map((body, t) => thread(body, 'initial', t)),
    ...spawned.map((body, t) => thread(body, 'spawned', bodies.length + t)),
  ];
  return validate({ name: 'p', locations: own, threads, observed: [], ...program });
}

/** Runs the first thread that can go on, and commits once none can; each step is taken by a copy. */
function ran(program: Program, model: ModelName): Machine {
  let machine = Machine.start(compile(program, { unroll: 2 }), storeBufferModels[model]);
  for (let steps = machine.steps(); steps.length > 0; steps = machine.steps()) {
    machine = machine.clone();
    machine.apply(steps.find(({ kind }) => kind === 'execute') ?? steps[0]);
  }
  return machine;
}

/** `P0.0 U acq_rel failed R x 0<- W x 0 @3`: an event with its reads, what each reads from, its writes, and its line. */
function told(bodies: readonly (readonly Statement[])[], setting: Setting = {}): string[] {
  const machine = ran(programOf(bodies, setting), setting.model ?? 'sc');
  const { events, rf, findings, blocked, allocs = [] } = machine.execution();
  const access = ({ address, value, order, unset }: Access): string =>
    [machine.name(address), `${value}`, order, unset === true ? 'unset' : undefined]
      .filter((word) => word !== undefined)
      .join(' ');
  const event = (e: Event): string =>
    [
      `P${e.thread}.${e.index}`,
      e.kind,
      e.order,
      e.failed === true ? 'failed' : undefined,
      e.acquireFence === true ? 'after-acquire' : undefined,
      e.until === undefined ? undefined : `until ${e.until.test} ${e.until.value}`,
      e.other === undefined ? undefined : `thread ${e.other}`,
      e.choice === undefined ? undefined : `chose ${e.choice}`,
      ...e.reads.map((one, i) => `R ${access(one)}<${rf[e.id][i]}`),
      ...e.writes.map((one) => `W ${access(one)}`),
      e.at === undefined ? undefined : `@${e.at.line}`,
    ]
      .filter((word) => word !== undefined)
      .join(' ');
  return [
    ...events.map(event),
    ...allocs.map(
      (block) =>
        `block of P${block.thread}.${block.index}: ${block.size}${block.at === undefined ? '' : ` @${block.at.line}`}`,
    ),
    ...findings.map(
      (one) =>
        `${one.kind} of P${one.thread}: ${one.message}${one.at === undefined ? '' : ` @${one.at.line}`}`,
    ),
    ...machine.trace.cutLoops.map(
      ({ thread, label, at: place }) =>
        `P${thread} cut ${label}${place === undefined ? '' : ` @${place.line}`}`,
    ),
    ...(findings.length > 0 ? [] : [...blocked].map(([thread, why]) => `P${thread} is stopped: ${why}`)),
  ];
}

export const lock = (address: Expr, more: Partial<StatementOf<'lock'>> = {}): Statement => ({
  kind: 'lock',
  address,
  ...more,
});
export const unlock = (
  address: Expr,
  holder?: Expr,
  more: Partial<StatementOf<'unlock'>> = {},
): Statement => ({
  kind: 'unlock',
  address,
  ...(holder === undefined ? {} : { holder }),
  ...more,
});
export const joined = (thread: Expr, more: Partial<StatementOf<'join'>> = {}): Statement => ({
  kind: 'join',
  thread,
  ...more,
});
export const nowhere = n(5);
/** No address: its low word is that of x. */
export const beyond = binary('+', unary('zext32', x), wide(2n ** 32n));
export const parts = {
  cells: [
    { offset: 0, width: 32 },
    { offset: 4, width: 8 },
    { offset: 8, width: 64 },
  ],
  size: 16,
} as const;

export type Row = readonly [what: string, bodies: readonly (readonly Statement[])[], setting?: Setting];

/** By the name of the program: what its execution is. */
const expected = new Map(
  readFileSync(join(import.meta.dirname, 'executions.txt'), 'utf8')
    .trim()
    .split('\n\n')
    .map((paragraph) => {
      const [title, ...lines] = paragraph.split('\n');
      return [title, lines] as const;
    }),
);

/** Each program of each group has the execution that is written down for it. */
export function runsAsWritten(groups: Readonly<Record<string, readonly Row[]>>): void {
  describe('the plain machine', () => {
    describe.each(Object.entries(groups))('runs programs of %s', (group, rows) => {
      for (const [what, bodies, setting] of rows)
        it(what, () => expect(told(bodies, setting)).toEqual(expected.get(`${group}: ${what}`)));
    });
  });
}
