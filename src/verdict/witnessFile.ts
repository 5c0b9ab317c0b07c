// A witness as a file that says everything needed to check it: the program, the model, the schedule, the execution and what
// it shows (docs/witness.md).

import type { Access, Event } from '../execution/event.js';
import {
  type Allocation,
  type Blocked,
  type ModelName,
  modelNames,
  type Outcome,
  type Step,
  type Witness,
} from '../execution/execution.js';
import type { Finding, FindingKind } from '../execution/finding.js';
import type { Race, RaceSide } from '../execution/race.js';
import { fromJson, type Integer } from '../program/integer.js';
import { accessOrders } from '../program/memoryOrder.js';
import { type Names, namesIn } from '../program/names.js';
import { printProgram } from '../program/printer.js';
import type { Program } from '../program/program.js';
import type { BlockNames, SourceSpan } from '../program/statement.js';
import { Decoder } from '../support/decoder.js';
import { present } from '../support/present.js';
import type { Claim } from './engine.js';

export const witnessFormat = 'diptych-witness';

/**
 * The program as a litmus file, the parts that a litmus file cannot hold, and the name of the source file for
 * readers.
 */
export interface StoredProgram {
  readonly litmus: string;
  readonly names?: Names;
  readonly source?: { readonly file: string; readonly text: string };
}

export interface StoredWitness {
  readonly format: typeof witnessFormat;
  /** Of diptych. */
  readonly version: string;
  readonly program: StoredProgram;
  /** Loops that only wait are replaced by assumes before it is run. */
  readonly spinAssume: boolean;
  readonly unroll: number;
  /** A description of what it shows, for readers. */
  readonly what: string;
  readonly shows: Claim;
  readonly model: ModelName;
  readonly schedule: readonly Step[];
  readonly execution: {
    readonly events: readonly Event[];
    readonly rf: readonly (readonly number[])[];
    readonly co: readonly (readonly [number, readonly number[]])[];
    readonly blocked: readonly (readonly [number, Blocked])[];
    readonly findings: readonly Finding[];
    readonly outcome?: Outcome;
    readonly allocs?: readonly Allocation[];
  };
}

export function storedProgram(program: Program): StoredProgram {
  const { source } = program;
  return { litmus: printProgram(program), ...present({ names: namesIn(program), source }) };
}

export function storeWitness(
  program: Program,
  shows: Claim,
  { model, schedule, execution }: Witness,
  rest: Pick<StoredWitness, 'version' | 'spinAssume' | 'unroll' | 'what'>,
): StoredWitness {
  const { co, blocked } = execution;
  return {
    format: witnessFormat,
    ...rest,
    shows,
    model,
    program: storedProgram(program),
    schedule,
    execution: { ...execution, co: [...co], blocked: [...blocked] },
  };
}

export function witnessOf({ model, schedule, execution }: StoredWitness): Witness {
  const { co, blocked } = execution;
  return { model, schedule, execution: { ...execution, co: new Map(co), blocked: new Map(blocked) } };
}

/** Throws an InputError if `json` is not a witness. */
export function decodeWitness(json: unknown, file: string): StoredWitness {
  const d = new Decoder(json, file);
  return {
    format: d.at('format').oneOf([witnessFormat]),
    version: d.at('version').string(),
    program: decodeProgram(d.at('program')),
    spinAssume: d.at('spinAssume').boolean(),
    unroll: d.at('unroll').integer(),
    what: d.at('what').string(),
    shows: decodeClaim(d.at('shows')),
    model: d.at('model').oneOf(modelNames),
    schedule: d.at('schedule').list(decodeStep),
    execution: decodeExecution(d.at('execution')),
  };
}

export function decodeProgram(d: Decoder): StoredProgram {
  return {
    litmus: d.at('litmus').string(),
    ...d.optional('names', decodeNames),
    ...d.optional('source', (s) => ({ file: s.at('file').string(), text: s.at('text').string() })),
  };
}

const text = (d: Decoder): string => d.string();

const decodeNames = (d: Decoder): Names => ({
  ...d.optional('cells', (cells) => cells.record((list) => list.list(text))),
  ...d.optional('blocks', (threads) =>
    threads.list((list) =>
      list.list((site) => ({
        ...site.optional('holds', decodeBlockNames),
        ...site.optional('at', decodeSpan),
      })),
    ),
  ),
  ...d.optional('functions', (list) => list.list(text)),
  ...d.optional('gates', (list) => list.list(text)),
});

const decodeBlockNames = (d: Decoder): BlockNames => ({
  name: d.at('name').string(),
  suffixes: d.at('suffixes').list(text),
  ...d.optional('head', (h) => ({ suffixes: h.at('suffixes').list(text), tail: h.at('tail').string() })),
  ...d.optional('each', (v) => v.integer()),
  ...d.optional('from', (v) => v.integer()),
});

export function decodeClaim(d: Decoder): Claim {
  const kind = d.at('kind').oneOf(['outcome', 'finding', 'hb-cycle', 'race'] as const);
  switch (kind) {
    case 'outcome':
      return { kind, outcome: d.at('outcome').list(decodeValue) };
    case 'finding':
      return { kind, finding: decodeFinding(d.at('finding')) };
    case 'hb-cycle':
      return { kind };
    case 'race':
      return { kind, race: decodeRace(d.at('race')) };
  }
}

export function decodeRace(d: Decoder): Race {
  const side = (v: Decoder): RaceSide => ({
    thread: v.at('thread').integer(),
    index: v.at('index').integer(),
    ...v.optional('allocation', flag),
  });
  const sides = d.at('sides');
  return { sides: [side(sides.at(0)), side(sides.at(1))], address: d.at('address').integer() };
}

export function decodeStep(d: Decoder): Step {
  const kind = d.at('kind').oneOf(['execute', 'commit'] as const);
  const thread = d.at('thread').integer();
  return kind === 'commit'
    ? { kind, thread, address: d.at('address').integer() }
    : { kind, thread, ...d.optional('choice', decodeValue) };
}

function decodeExecution(d: Decoder): StoredWitness['execution'] {
  const integer = (v: Decoder): number => v.integer();
  return {
    events: d.at('events').list(decodeEvent),
    rf: d.at('rf').list((sources) => sources.list(integer)),
    co: d.at('co').list((pair) => [pair.at(0).integer(), pair.at(1).list(integer)] as const),
    blocked: d.at('blocked').list((pair) => [pair.at(0).integer(), pair.at(1).oneOf(reasons)] as const),
    findings: d.at('findings').list(decodeFinding),
    ...d.optional('outcome', (o) => o.list(decodeValue)),
    ...d.optional('allocs', (list) => list.list(decodeAllocation)),
  };
}

export function decodeEvent(d: Decoder): Event {
  return {
    id: d.at('id').integer(),
    thread: d.at('thread').integer(),
    index: d.at('index').integer(),
    kind: d.at('kind').oneOf(eventKinds),
    reads: d.at('reads').list(decodeAccess),
    writes: d.at('writes').list(decodeAccess),
    ...d.optional('other', (v) => v.integer()),
    ...d.optional('choice', decodeValue),
    ...d.optional('order', (v) => v.oneOf(accessOrders)),
    ...d.optional('failed', flag),
    ...d.optional('acquireFence', flag),
    ...d.optional('at', decodeSpan),
  };
}

export const decodeValue = (d: Decoder): Integer => d.as(fromJson, 'a whole number');

const decodeAccess = (d: Decoder): Access => ({
  address: d.at('address').integer(),
  value: decodeValue(d.at('value')),
  ...d.optional('order', (v) => v.oneOf(accessOrders)),
});

/** Only written when it holds. */
const flag = (d: Decoder): true => d.yes();

export const decodeFinding = (d: Decoder): Finding => ({
  kind: d.at('kind').oneOf(findingKinds),
  thread: d.at('thread').integer(),
  message: d.at('message').string(),
  ...d.optional('at', decodeSpan),
});

const decodeAllocation = (d: Decoder): Allocation => ({
  thread: d.at('thread').integer(),
  index: d.at('index').integer(),
  address: d.at('address').integer(),
  size: d.at('size').integer(),
  ...d.optional('at', decodeSpan),
});

export const decodeSpan = (d: Decoder): SourceSpan => ({
  line: d.at('line').integer(),
  column: d.at('column').integer(),
  ...d.optional('file', (v) => v.string()),
  ...d.optional('endLine', (v) => v.integer()),
  ...d.optional('endColumn', (v) => v.integer()),
});

/** The names of a union, each once: the compiler checks that none is missing. */
const namesOf = <T extends string>(names: Readonly<Record<T, true>>): readonly T[] => {
  const isName = (name: string): name is T => name in names;
  return Object.keys(names).filter(isName);
};

const reasons = namesOf<Blocked>({
  assume: true,
  bound: true,
  lock: true,
  join: true,
  interruptible: true,
  finding: true,
});

const eventKinds = namesOf<Event['kind']>({
  R: true,
  W: true,
  U: true,
  F: true,
  S: true,
  A: true,
  lock: true,
  unlock: true,
  spawn: true,
  join: true,
  free: true,
  choice: true,
});

export const findingKinds = namesOf<FindingKind>({
  assertion: true,
  'out-of-bounds': true,
  'division-by-zero': true,
  'division-overflow': true,
  misuse: true,
  deadlock: true,
  hang: true,
  'invalid-address': true,
  'mixed-size': true,
  'use-after-free': true,
  'double-free': true,
  'invalid-free': true,
  'uninitialised-read': true,
  'unlock-of-free-lock': true,
  'unlock-by-another': true,
  'invalid-join': true,
  'spawned-twice': true,
  'out-of-memory': true,
});
