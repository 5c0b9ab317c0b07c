// Threads that can be exchanged in a state: those that differ only in their number (groups.ts), also without an event
// that orders them, and although each names private cells such as errno. The program does not guarantee that no
// computed address leads to such a cell, or to a lock that holds a number. So the search checks its steps
// (states/likeThreads.ts) and reports a breach. Chosen values are exchanged with their threads.

import { observablesOf } from '../../program/condition.js';
import { type Expr, forEachNode } from '../../program/expression.js';
import type { Program } from '../../program/program.js';
import { expressionsOf, forEachStatement, type Statement } from '../../program/statement.js';
import type { Code } from '../bytecode/compile.js';
import * as op from '../bytecode/opcodes.js';
import type { Exchanged } from './exchange.js';
import { isSelfContained, looksTheSame, startedTogether, textOf } from './groups.js';
import { type Holding, holdingOf } from './holders.js';

export interface Likeness {
  readonly groups: readonly Exchanged[];
  readonly holding: Holding;
  /** A thread reached a cell in another way: nothing of this holds. */
  isBroken: boolean;
}

const known = new WeakMap<Code, Likeness>();

export function likenessOf(code: Code): Likeness {
  const likeness = known.get(code) ?? { ...found(code), isBroken: false };
  known.set(code, likeness);
  return likeness;
}

function found(code: Code): Omit<Likeness, 'isBroken'> {
  const { program, layout } = code;
  const holding = holdingOf(program, layout, true);
  if (!mayBeAlike(code)) return { groups: [], holding };
  const own = ownLocations(program);
  const alike = new Map<string, number[]>();
  program.threads.forEach((thread, t) => {
    if (!isSelfContained(thread, ['spawn', 'join', 'alloc', 'free'])) return;
    const text = textOf(thread, holding.is, own[t]);
    alike.set(text, [...(alike.get(text) ?? []), t]);
  });
  const groups = [...alike.values()]
    .filter((threads) => threads.length > 1)
    .flatMap((threads) => startedTogether(code, threads))
    .filter((threads) => threads.length > 1 && looksTheSame(program, threads))
    .map((threads) => ({
      threads,
      own: threads.map((t) => [...own[t].keys()].map((name) => layout.addressOf.get(name) ?? 0)),
    }));
  return { groups, holding };
}

/** Whether two threads have the same instructions, but for their operands. */
function mayBeAlike({ threads }: Code): boolean {
  const seen = new Set<string>();
  for (const { words } of threads) seen.add(words.filter((_, i) => i % op.wordsPerInstruction === 0).join());
  return seen.size < threads.length;
}

/** By thread, the locations of one cell that it alone names, and only to load or store: each with what tells it apart from others of the thread. */
function ownLocations(program: Program): readonly ReadonlyMap<string, string>[] {
  const named = program.threads.map(() => new Set<string>());
  const others = new Set<string>();
  program.threads.forEach(({ body, registers }, t) => {
    for (const value of registers.values()) if (typeof value === 'object') others.add(value.location);
    const look = (s: Statement, isWaitedFor = false): void => {
      const touched = isWaitedFor ? undefined : touchedBy(s);
      if (touched !== undefined) named[t].add(touched.location);
      for (const e of expressionsOf(s)) if (e !== touched) forEachLocation(e, (name) => others.add(name));
      if (s.kind === 'assume' && s.awaits !== undefined)
        forEachStatement([s.awaits], (inner) => look(inner, true));
    };
    forEachStatement(body, (s) => look(s));
  });
  for (const { name, initial } of program.locations) {
    for (const value of initial) if (typeof value === 'object') others.add(value.location);
    if (initial.length > 1 || named.filter((names) => names.has(name)).length !== 1) others.add(name);
  }
  const shown = program.final === undefined ? [] : observablesOf(program.final);
  for (const o of [...program.observed, ...shown]) if (o.kind === 'cell') others.add(o.location);
  const locations = new Map(program.locations.map((location) => [location.name, location]));
  return named.map((names) => {
    const own = [...names].filter((name) => !others.has(name));
    return new Map(own.map((name, k) => [name, JSON.stringify([k, whatIs(locations.get(name))])]));
  });
}

const whatIs = (location: Program['locations'][number] | undefined): unknown => {
  const { name: _, at: __, ...rest } = location ?? { name: '', initial: [] };
  return { ...rest, initial: rest.initial.map(String) };
};

/** The location that a load or store touches, if that is all it does with its address. */
function touchedBy(s: Statement): Extract<Expr, { kind: 'address' }> | undefined {
  const isPlain = s.kind === 'store' || (s.kind === 'load' && s.until === undefined);
  return isPlain && s.address.kind === 'address' ? s.address : undefined;
}

const forEachLocation = (expr: Expr, visit: (name: string) => void): void =>
  forEachNode(expr, (node) => {
    if (node.kind === 'address') visit(node.location);
  });
