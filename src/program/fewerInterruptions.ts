// Fewer points at which handlers of signals from outside run, for questions about final states and findings.
//
// The idea. A flag is a cell that only ever receives one constant. A handler that only stores this constant, or does
// nothing, matters only where a thread looks. It may run right before a thread reads the flag, in that thread, and
// before the process ends, in main. No other point is needed.
//
// Why this keeps every final state. Take an execution with handlers anywhere. Let each thread that reads the constant
// run its handler right before its first such read, and nowhere else. If no thread reads the constant but memory
// holds it at the end, main runs the handler then. A thread that read the constant still reads it, now from its own
// store. A thread that read another value did so before the constant was in memory. That stays so if the handlers'
// stores commit no earlier than the constant reached memory in the given execution. Nothing forces an earlier commit:
// a later store of the same thread followed in the given execution too, or comes after all reads of other values. A
// fence in the handler would also wait for the thread's earlier stores, so a handler may contain one under SC only.
//
// The conditions:
// - The flag's address is used for nothing else.
// - Every store to the flag stores the constant, except stores of main before the handler may run and before there
//   are other threads.
// - Each thread can run the handler wherever it reads the flag, and main before it ends the process.
// - Whether the signal is still to come is used only to say that a waiter may be woken. Such a handler wakes only
//   waiters for the flag.

import { type Expr, evaluate, keyOfExpression, registersOf } from './expression.js';
import {
  addressesTaken,
  eitherWait,
  forEachPoint,
  locationOf,
  pointAt,
  withoutPoints,
} from './interruptionPoints.js';
import { type Flags, NeededPoints } from './neededPoints.js';
import type { Program } from './program.js';
import { mapExpr, withBodies } from './rewrite.js';
import { expressionsOf, forEachStatement, mayBeInterrupted, type Statement, targetsOf } from './statement.js';

/** `buffers`: whether the model has any. */
export function fewerInterruptions(program: Program, buffers: boolean): Program {
  const flags = flagsOf(program, buffers);
  if (flags.size === 0) return program;
  const threads = program.threads.map((thread, t) => {
    const needed = new NeededPoints(flags, comingIn(thread.body, flags));
    return { ...thread, body: needed.keep(thread.body, t === 0) };
  });
  return { ...program, threads };
}

/** The signals whose points are not all needed. */
function flagsOf(program: Program, buffers: boolean): Flags {
  const signals = new Set<number>();
  for (const { body } of program.threads)
    forEachStatement(body, (s) => {
      if (s.kind === 'nondet' && s.comes !== undefined) signals.add(s.comes);
    });
  for (;;) {
    const flags = new Map<number, string | undefined>();
    for (const signal of signals) {
      const flag = flagOf(program, signal, signals, buffers);
      if (flag !== undefined) flags.set(signal, flag.location);
    }
    if (flags.size === signals.size) return flags;
    // one that is no flag may run in the handlers of others
    for (const signal of signals) if (!flags.has(signal)) signals.delete(signal);
  }
}

interface Flag {
  /** Absent: the handler stores nothing. */
  readonly location?: string;
}

function flagOf(
  program: Program,
  signal: number,
  flags: ReadonlySet<number>,
  buffers: boolean,
): Flag | undefined {
  const keys = new Set<string>();
  let location: string | undefined;
  for (const { body } of program.threads) {
    let simple = true;
    forEachPoint(body, (point) => {
      if (point.signal !== signal) return;
      const stores = withoutPoints(point.handler, flags).filter((s) => s.kind !== 'assign');
      const [store, ...more] = buffers ? stores : stores.filter((s) => s.kind !== 'fence');
      if (more.length > 0) simple = false;
      else if (store === undefined) keys.add('');
      else if (store.kind === 'store' && store.value.kind === 'const' && store.lifetime === undefined) {
        location = locationOf(store.address);
        simple &&= location !== undefined;
        keys.add(keyOf(store));
      } else simple = false;
    });
    if (!simple) return undefined;
  }
  const [key = ''] = keys;
  if (keys.size !== 1 || !program.threads.every(({ body }) => isUsedToComeOnly(body, signal, flags)))
    return undefined;
  if (location === undefined) return {};
  return isFlag(program, signal, location, key) ? { location } : undefined;
}

const keyOf = (s: Statement): string =>
  s.kind === 'store' && s.lifetime === undefined
    ? `${keyOfExpression(s.address)} ${keyOfExpression(s.value)} ${s.width ?? 32}`
    : 'another';

/** The registers that say whether a signal of these is still to come: its handler puts 0 there, which the thread looks at. */
function comingIn(body: readonly Statement[], signals: Pick<Flags, 'has'>): ReadonlySet<string> {
  const inHandlers = new Set<string>();
  forEachPoint(body, ({ signal, handler }) => {
    if (signals.has(signal)) for (const s of handler) if (s.kind === 'assign') inHandlers.add(s.target);
  });
  const guards = new Set<string>();
  forEachStatement(body, (s) => {
    if (s.kind === 'if') for (const name of registersOf(s.condition)) guards.add(name);
  });
  return new Set([...inHandlers].filter((name) => guards.has(name)));
}

/** Whether what the handler puts into registers says only that it no longer comes. */
function isUsedToComeOnly(body: readonly Statement[], signal: number, flags: ReadonlySet<number>): boolean {
  const own = new Set<Statement>();
  const changed = new Set<string>();
  forEachPoint(body, (point) => {
    if (point.signal !== signal) return;
    const handler = withoutPoints(point.handler, flags);
    forEachStatement(handler, (s) => own.add(s));
    for (const name of changedBy(handler)) changed.add(name);
  });
  const coming = comingIn(body, new Set([signal]));
  let good = true;
  const walk = (statements: readonly Statement[], isEither = false): void =>
    statements.forEach((s, i) => {
      // it is not said what may end it
      good &&= isEither || !mayBeInterrupted(s);
      if (own.has(s)) {
        good &&= s.kind !== 'assign' || !coming.has(s.target) || isNumber(s.value, 0);
      } else if (s.kind === 'assign' && coming.has(s.target)) good &&= isNumber(s.value, 1);
      else {
        for (const name of targetsOf(s)) good &&= !coming.has(name);
        const point = pointAt(statements, i);
        const isGuard = point?.signal === signal && point.guard !== undefined;
        if (isGuard) good &&= point.guard !== undefined && saysComing(point.guard, coming);
        else
          for (const name of expressionsOf(s).flatMap((e) => [...registersOf(e)]))
            good &&= !changed.has(name) || (coming.has(name) && eitherWait(s) !== undefined);
      }
      withBodies(s, (inner) => {
        walk(inner, eitherWait(s) !== undefined);
        return inner;
      });
    });
  walk(body);
  return good;
}

/** The registers that do not hold again what they held before. */
function changedBy(handler: readonly Statement[]): string[] {
  const values = new Map<string, Expr>();
  const put = new Set<string>();
  for (const s of handler)
    if (s.kind === 'assign')
      values.set(
        s.target,
        mapExpr(s.value, (e) => (e.kind === 'register' ? (values.get(e.name) ?? e) : e)),
      );
  forEachStatement(handler, (s) => {
    for (const name of targetsOf(s)) put.add(name);
  });
  return [...put].filter((name) => {
    const value = values.get(name);
    return value?.kind !== 'register' || value.name !== name;
  });
}

const isNumber = (e: Expr, value: number): boolean => e.kind === 'const' && e.value === value;

function saysComing(guard: Expr, coming: ReadonlySet<string>): boolean {
  const names = [...registersOf(guard)];
  const when = (value: number): boolean =>
    evaluate(
      guard,
      () => value,
      () => 0,
    ) !== 0;
  return names.length === 1 && coming.has(names[0]) && when(1) && !when(0);
}

/** Whether every reader of the location can run the handler before its read, and no other value is stored there. */
function isFlag(program: Program, signal: number, location: string, key: string): boolean {
  const isInitial = (value: unknown): boolean =>
    typeof value === 'object' && value !== null && 'location' in value && value.location === location;
  if (program.locations.some(({ initial }) => initial.some(isInitial))) return false;
  return program.threads.every(({ body, registers }, t) => {
    let good = ![...registers.values()].some(isInitial);
    forEachStatement(body, (s) => {
      good &&= !addressesTaken(s).has(location);
    });
    const rest = t === 0 ? body.slice(earlyIn(body, signal)) : body;
    forEachStatement(rest, (s) => {
      if ('address' in s && locationOf(s.address) === location)
        good &&= s.kind === 'load' || (s.kind === 'store' && keyOf(s) === key);
    });
    const looks = new Looks(signal, location);
    const inTheEnd = looks.follow(rest, false);
    return good && looks.good && (t !== 0 || inTheEnd);
  });
}

/** How much of main comes before the handler can, and before other threads. */
function earlyIn(body: readonly Statement[], signal: number): number {
  const ends = (s: Statement): boolean => {
    let found = false;
    forEachStatement([s], (inner) => {
      found ||= inner.kind === 'spawn' || (inner.kind === 'nondet' && inner.comes === signal);
    });
    return found;
  };
  const first = body.findIndex(ends);
  return first < 0 ? body.length : first;
}

/** Follows a thread: whether the handler can come before each look at the flag, and before the process ends. */
class Looks {
  good = true;

  constructor(
    private readonly signal: number,
    private readonly location: string,
  ) {}

  /** `open`: whether the handler may have come since the last event. Whether that is so in the end. */
  follow(body: readonly Statement[], open: boolean): boolean {
    let now = open;
    for (let i = 0; i < body.length; i++) {
      const point = pointAt(body, i);
      if (point?.signal === this.signal) {
        now = true;
        i += point.length - 1;
      } else now = this.#statement(body[i], now);
    }
    return now;
  }

  #statement(s: Statement, open: boolean): boolean {
    switch (s.kind) {
      case 'assign':
      case 'nondet':
      case 'assert':
        return open;
      case 'if': {
        const first = this.follow(s.whenTrue, open);
        return this.follow(s.whenFalse, open) && first;
      }
      case 'while':
      case 'block':
        this.follow(s.body, false);
        return false;
      case 'atomic':
        forEachStatement(s.body, (inner) => {
          if (inner.kind === 'load' || inner.kind === 'assume') this.#statement(inner, open);
        });
        return false;
      case 'load':
        this.good &&= open || locationOf(s.address) !== this.location;
        return false;
      case 'assume':
        this.good &&= open || s.exits !== true;
        // nothing follows
        return isNumber(s.condition, 0);
      case 'break':
      case 'continue':
        return true;
      default:
        return false;
    }
  }
}
