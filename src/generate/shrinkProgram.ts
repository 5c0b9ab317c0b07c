// Smaller versions of a program. Each version differs from the program by one change, and the largest changes come first.

import type { Formula } from '../program/condition.js';
import { addressOf, type Expr, keyOfExpression } from '../program/expression.js';
import { toNumber } from '../program/integer.js';
import type { InitialValue, Program, Thread } from '../program/program.js';
import { mapBody } from '../program/rewrite.js';
import { forEachStatement, type Statement, type StatementOf } from '../program/statement.js';
import { registersOf } from './observe.js';
import { rewrite } from './rewrite.js';
import { mergedLocations, smallerInitialValues, withoutCells } from './shrinkLocations.js';
import { smallerBodies, withoutPairs } from './shrinkStatements.js';
import { narrower } from './shrinkWidths.js';

export type Pass = (program: Program) => Iterable<Program>;

/** The passes in the order they are tried. A pass is repeated as long as it finds a smaller program. */
export const passes: readonly Pass[] = [
  withoutThreads,
  withoutCondition,
  withoutLocks,
  asInitialThreads,
  smallerThreads,
  narrower,
  mergedLocations,
  withoutCells,
  withoutRegisters,
  smallerInitialValues,
  withoutObserved,
  smallerFormulas,
];

/** Tried when none of `passes` finds a smaller program. */
export const lastPasses: readonly Pass[] = [pairsOfStatements];

function* withoutThreads(program: Program): Generator<Program> {
  if (program.threads.length === 1 || !joinsAreConstant(program)) return;
  for (let gone = program.threads.length - 1; gone >= 0; gone--) {
    const renumber = (t: number): number => (t > gone ? t - 1 : t);
    const { threads, ...rest } = rewrite(program, {
      statement: (s) => {
        if (s.kind === 'spawn') return s.thread === gone ? [] : [{ ...s, thread: renumber(s.thread) }];
        if (s.kind !== 'join' || s.thread.kind !== 'const') return [s];
        const { value } = s.thread;
        return value === gone ? [] : [{ ...s, thread: { kind: 'const', value: renumber(toNumber(value)) } }];
      },
      operand: (o) => {
        if (o.kind !== 'register') return o;
        return o.thread === gone ? undefined : { ...o, thread: renumber(o.thread) };
      },
    });
    yield { ...rest, threads: threads.filter((_, t) => t !== gone) };
  }
}

function joinsAreConstant(program: Program): boolean {
  let constant = true;
  for (const thread of program.threads)
    forEachStatement(thread.body, (s) => {
      if (s.kind === 'join' && s.thread.kind !== 'const') constant = false;
    });
  return constant;
}

function* withoutCondition(program: Program): Generator<Program> {
  const { condition, filter, ...rest } = program;
  if (condition !== undefined) yield filter === undefined ? rest : { ...rest, filter };
  if (filter !== undefined) yield condition === undefined ? rest : { ...rest, condition };
}

/** Removes all locks and unlocks of one address together: in all threads, or in one thread. */
function* withoutLocks(program: Program): Generator<Program> {
  const isLock = (s: Statement): s is StatementOf<'lock' | 'unlock'> =>
    s.kind === 'lock' || s.kind === 'unlock';
  const addresses = new Map<string, Expr>();
  for (const t of program.threads)
    forEachStatement(t.body, (s) => {
      if (isLock(s)) addresses.set(keyOfExpression(s.address), s.address);
    });
  for (const address of addresses.keys()) {
    const drop = (s: Statement): Statement[] =>
      isLock(s) && keyOfExpression(s.address) === address ? [] : [s];
    yield rewrite(program, { statement: drop });
    for (const index of program.threads.keys())
      yield rewrite(program, { statement: (s, t) => (t === index ? drop(s) : [s]) });
  }
}

/** Makes a spawned thread an initial one. Its constant arguments become initial values of registers. */
function* asInitialThreads(program: Program): Generator<Program> {
  if (!joinsAreConstant(program)) return;
  for (const [index, thread] of program.threads.entries()) {
    if (thread.start === 'initial') continue;
    const registers = new Map<string, InitialValue>(thread.registers);
    const { threads, ...rest } = rewrite(program, {
      statement: (s) => {
        if (s.kind === 'join' && s.thread.kind === 'const' && s.thread.value === index) return [];
        if (s.kind !== 'spawn' || s.thread !== index) return [s];
        s.args.forEach((arg, i) => {
          if (arg.kind === 'const') registers.set(thread.parameters[i], arg.value);
        });
        return [];
      },
    });
    yield {
      ...rest,
      threads: threads.map((t, i) =>
        i === index ? { ...t, start: 'initial', parameters: [], registers } : t,
      ),
    };
  }
}

function* smallerThreads(program: Program): Generator<Program> {
  const cells = program.locations.map((l) => addressOf(l.name));
  for (const [index, thread] of program.threads.entries())
    for (const body of smallerBodies(thread.body, cells)) yield withBody(program, index, body);
}

function* pairsOfStatements(program: Program): Generator<Program> {
  for (const [index, thread] of program.threads.entries())
    for (const body of withoutPairs(thread.body)) yield withBody(program, index, body);
  // one statement in each of two threads
  for (const [i, first] of program.threads.entries())
    for (const [j, second] of program.threads.entries()) {
      if (j <= i) continue;
      for (const a of first.body.keys())
        for (const b of second.body.keys())
          yield withBody(withBody(program, i, first.body.toSpliced(a, 1)), j, second.body.toSpliced(b, 1));
    }
}

/** The program with another body of one thread. Registers that the thread no longer has are no longer observed. */
function withBody(program: Program, index: number, body: readonly Statement[]): Program {
  const thread: Thread = { ...program.threads[index], body: mapBody(body, (s) => [s]) };
  const left = new Set(registersOf(thread));
  const changed = { ...program, threads: program.threads.with(index, thread) };
  return rewrite(changed, {
    operand: (o) => (o.kind === 'register' && o.thread === index && !left.has(o.register) ? undefined : o),
  });
}

/** Removes the initial value of one register, or one parameter. */
function* withoutRegisters(program: Program): Generator<Program> {
  for (const [index, thread] of program.threads.entries())
    for (const name of thread.registers.keys()) {
      const registers = new Map([...thread.registers].filter(([other]) => other !== name));
      yield withBody(
        { ...program, threads: program.threads.with(index, { ...thread, registers }) },
        index,
        thread.body,
      );
    }
  yield* withoutParameters(program);
}

function* withoutParameters(program: Program): Generator<Program> {
  for (const [index, thread] of program.threads.entries())
    for (const at of thread.parameters.keys()) {
      const changed = rewrite(program, {
        statement: (s) =>
          s.kind === 'spawn' && s.thread === index ? [{ ...s, args: s.args.toSpliced(at, 1) }] : [s],
      });
      const parameters = thread.parameters.toSpliced(at, 1);
      const threads = changed.threads.with(index, { ...changed.threads[index], parameters });
      yield withBody({ ...changed, threads }, index, threads[index].body);
    }
}

/** Removes observables. A program with a condition or a filter keeps all of them. */
function* withoutObserved(program: Program): Generator<Program> {
  if (program.condition !== undefined || program.filter !== undefined) return;
  if (program.observed.length > 0) yield { ...program, observed: [] };
  for (const at of program.observed.keys()) yield { ...program, observed: program.observed.toSpliced(at, 1) };
}

function* smallerFormulas(program: Program): Generator<Program> {
  const { condition, filter } = program;
  if (condition !== undefined)
    for (const formula of smaller(condition.formula))
      yield { ...program, condition: { ...condition, formula } };
  if (filter !== undefined) for (const formula of smaller(filter)) yield { ...program, filter: formula };
}

function* smaller(formula: Formula): Generator<Formula> {
  switch (formula.kind) {
    case 'true':
    case 'false':
    case 'compare':
      return;
    case 'not':
      yield formula.operand;
      for (const operand of smaller(formula.operand)) yield { ...formula, operand };
      return;
    case 'and':
    case 'or':
    case 'implies':
      yield formula.left;
      yield formula.right;
      for (const left of smaller(formula.left)) yield { ...formula, left };
      for (const right of smaller(formula.right)) yield { ...formula, right };
  }
}
