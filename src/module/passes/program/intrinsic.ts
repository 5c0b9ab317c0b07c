// Intrinsics as statements of the engines' programs.

import { cutAt } from '../../../program/cut.js';
import { binary, constant, type Expr } from '../../../program/expression.js';
import { loadPart, type MemoryOrder, memoryOrders, releases } from '../../../program/memoryOrder.js';
import {
  type AssertedFinding,
  assertedFindings,
  type Leaves,
  type Statement,
  type Until,
} from '../../../program/statement.js';
import { bug } from '../../../support/diagnostic.js';
import { present } from '../../../support/present.js';
import type { InstructionOf } from '../../instruction.js';
import { changes as changeNames, type changes, tests as testNames, type tests } from '../../intrinsics.js';
import type { Value } from '../../value.js';
import { reasonOfCut } from '../cuts.js';
import { emitAllocate, emitLeave } from './allocate.js';
import { emitAny, emitCompare, emitDestroy, emitReads } from './ranges.js';
import type { ThreadCode } from './threadCode.js';
import { resized } from './widths.js';

type Intrinsic = InstructionOf<'intrinsic'>;
type Test = (typeof tests)[number];
type Change = (typeof changes)[number];

const numberOf = (value: Value | undefined): number => {
  if (value?.kind === 'const') return Number(value.value);
  return bug('an argument of an intrinsic is not a constant');
};

const textOf = (value: Value | undefined): string => (value?.kind === 'text' ? value.text : '');

export function emitIntrinsic(code: ThreadCode, i: Intrinsic): void {
  const { at, args, result } = i;
  const place = present({ at });
  const value = (k: number): Expr => code.expressions.of(args[k] ?? bug(`${i.name} has no argument ${k}`));
  const give = (found: Expr): void => {
    if (result !== undefined)
      code.assign(code.registerName(result), resized(found, code.expressions.widthOf(result.type)), at);
  };
  switch (i.name) {
    case 'join':
      code.add({ kind: 'join', thread: value(0), ...code.mayEnd, ...place });
      return;
    case 'take':
      emitTake(code, i, give);
      return;
    case 'await':
      emitAwait(code, i, give);
      return;
    case 'try_change':
      emitTryChange(code, i, give);
      return;
    case 'give_back':
      emitGiveBack(code, i);
      return;
    case 'assume':
      code.add({ kind: 'assume', condition: value(0), ...place });
      return;
    case 'require':
      code.assert(value(0), textOf(args[2]), at, findingOf(textOf(args[1])));
      return;
    case 'choose':
      emitChoice(code, i, give);
      return;
    case 'spurious':
      emitChoiceOf(code, 2, i, give);
      return;
    case 'cut':
      code.add(cutOf(code, i));
      return;
    case 'may_cut': {
      const stops = code.temporary(32);
      code.addOutside({ kind: 'nondet', target: stops.name, from: 0, to: 1, ...place });
      code.add({ kind: 'if', condition: stops, whenTrue: [cutOf(code, i)], whenFalse: [], ...place });
      return;
    }
    case 'exit_now':
      // Where main ends the process and nothing else of it, that is its end.
      if (code.thread === 0 && !code.inSection && code.parts.endsWithMain) return;
      code.add({ kind: 'assume', condition: constant(0), exits: true, ...place });
      return;
    case 'allocate':
      emitAllocate(code, i);
      return;
    case 'release':
      if (code.inSection) code.refuse('the release of a block in an atomic section');
      else code.add({ kind: 'free', address: code.expressions.address(args[0]), ...place });
      return;
    case 'leave':
      emitLeave(code, i);
      return;
    case 'any':
      emitAny(code, i);
      return;
    case 'destroy':
      emitDestroy(code, i);
      return;
    case 'reads':
      emitReads(code, i);
      return;
    case 'compare':
      emitCompare(code, i, give);
      return;
    case 'interruptible':
      code.interruptible = numberOf(args[0]) !== 0;
      return;
    case 'comes':
      emitComes(code, i);
      return;
    case 'only_loads':
      code.noteOnlyLoads();
      return;
    case 'end':
    case 'atomic_begin':
    case 'atomic_end':
      // The structure of the thread has them.
      return;
    case 'between':
    case 'between_end':
      // Nothing comes: settle has written what does.
      return;
    default:
      code.refuse(`the intrinsic ${i.name}`);
  }
}

const findingOf = (kind: string): AssertedFinding | undefined =>
  assertedFindings.find((finding) => finding === kind);

function untilOf(test: Test, value: Expr): Until | undefined {
  switch (test) {
    case 'EQ':
      return { test: '==', value };
    case 'GE':
      return { test: '>=', value };
    default:
      return undefined;
  }
}

function holds(test: Test, cell: Expr, value: Expr): Expr {
  switch (test) {
    case 'EQ':
      return binary('==', cell, value);
    case 'NE':
      return binary('!=', cell, value);
    case 'GE':
      return binary('>=', cell, value);
    case 'LT':
      return binary('<', cell, value);
  }
}

function changed(op: Change, cell: Expr, by: Expr): Expr {
  switch (op) {
    case 'SET':
      return by;
    case 'ADD':
      return binary('+', cell, by);
    case 'OR':
      return binary('|', cell, by);
    case 'AND':
      return binary('&', cell, by);
  }
}

interface Waiting {
  readonly cell: Expr;
  readonly test: Test;
  readonly value: Expr;
  readonly op: Change;
  readonly by: Expr;
}

function waitingOf(code: ThreadCode, { args }: Intrinsic): Waiting {
  return {
    cell: code.expressions.address(args[0]),
    test: testNames[numberOf(args[1])],
    value: code.expressions.of(args[2]),
    op: changeNames[numberOf(args[3])],
    by: code.expressions.of(args[4]),
  };
}

/** The thread's own gate stands for the object that it waits for a signal of. */
function noteGate(code: ThreadCode, { args }: Intrinsic, object: Value | undefined): void {
  const cells = code.parts.points.of(code.thread, args[0]);
  const objects = object === undefined ? undefined : code.parts.points.of(code.thread, object);
  const [cell] = cells.values();
  if (cell === undefined || objects === undefined || objects.size === 0) return;
  const isOther = [...objects.values()].every((target) => target.object !== cell.object);
  if (isOther) for (const { object: gate } of cells.values()) code.parts.gates.add(gate);
}

function emitTake(code: ThreadCode, i: Intrinsic, give: (value: Expr) => void): void {
  const { cell, test, value, op, by } = waitingOf(code, i);
  const place = present({ at: i.at });
  noteGate(code, i, i.args[5]);
  const until = untilOf(test, value);
  if (code.inSection || until === undefined || op === 'OR' || op === 'AND') {
    // A section in which the thread would have to wait does not run now.
    code.section(i.at, () => {
      const held = code.temporary(32);
      const address = code.kept(cell, i.at);
      code.add({ kind: 'load', target: held.name, address, order: 'acquire', ...place });
      code.add({ kind: 'assume', condition: holds(test, held, value), ...place });
      code.add({ kind: 'store', address, value: changed(op, held, by), order: 'release', ...place });
      give(held);
    });
    return;
  }
  const leaves: Leaves = { op: op === 'SET' ? '=' : '+', value: by };
  const isFree = test === 'EQ' && value.kind === 'const' && value.value === 0;
  code.add({ kind: 'lock', address: cell, ...(isFree ? {} : { until }), leaves, ...code.mayEnd, ...place });
  if (test === 'EQ') give(value);
  else if (i.result !== undefined && code.isUsed(i.result)) code.refuse('the value that a wait found');
}

function emitAwait(code: ThreadCode, i: Intrinsic, give: (value: Expr) => void): void {
  const { args, at } = i;
  const place = present({ at });
  const address = code.expressions.address(args[0]);
  const test = testNames[numberOf(args[1])];
  const value = code.expressions.of(args[2]);
  const order = memoryOrders[numberOf(args[3])];
  const until = untilOf(test, value);
  const held = code.temporary(32);
  noteGate(code, i, args[4]);
  if (code.inSection || until === undefined) {
    const kept = code.kept(address, at);
    const load = { kind: 'load', target: held.name, address: kept, order, ...place } as const;
    if (code.inSection) {
      code.add(load);
      code.add({ kind: 'assume', condition: holds(test, held, value), ...place });
    } else {
      const label = code.label('wait');
      const leave = { kind: 'break', label, ...place } as const;
      const body = [
        load,
        {
          kind: 'if',
          condition: holds(test, held, value),
          whenTrue: [leave],
          whenFalse: [],
          ...place,
        } as const,
      ];
      code.add({ kind: 'while', label, condition: constant(1), body, ...place });
    }
  } else code.add({ kind: 'load', target: held.name, address, until, order, ...code.mayEnd, ...place });
  give(held);
}

/** A load that looks whether the test may succeed, and a locked instruction if it does: an attempt that fails is no fence. */
function emitTryChange(code: ThreadCode, i: Intrinsic, give: (value: Expr) => void): void {
  const { cell, test, value, op, by } = waitingOf(code, i);
  const order = memoryOrders[numberOf(i.args[5])];
  const place = present({ at: i.at });
  const address = code.kept(cell, i.at);
  const held = code.temporary(32);
  const look = (read: MemoryOrder): void =>
    code.add({ kind: 'load', target: held.name, address, order: read, ...place });
  const change = (): void => {
    look(loadPart(order));
    const write = releases(order) ? 'release' : 'relaxed';
    code.add({
      kind: 'if',
      condition: holds(test, held, value),
      whenTrue: [{ kind: 'store', address, value: changed(op, held, by), order: write, ...place }],
      whenFalse: [],
      ...place,
    });
  };
  if (code.inSection) change();
  else {
    look(order === 'seq_cst' ? order : 'relaxed');
    const whenTrue = code.collect(() => code.section(i.at, change));
    code.add({ kind: 'if', condition: holds(test, held, value), whenTrue, whenFalse: [], ...place });
  }
  give(held);
}

/** With an order of seq_cst a locked instruction; with release a plain store. */
function emitGiveBack(code: ThreadCode, { args, at }: Intrinsic): void {
  const address = code.expressions.address(args[0]);
  const holder = code.expressions.of(args[1]);
  const place = present({ at });
  const isLocked = memoryOrders[numberOf(args[2])] === 'seq_cst';
  if (isLocked && !code.inSection) {
    code.add({ kind: 'unlock', address, holder, ...place });
    return;
  }
  const held = code.temporary(32);
  const cell = code.kept(address, at);
  code.add({ kind: 'load', target: held.name, address: cell, order: 'relaxed', ...place });
  code.assert(binary('==', held, holder), 'it unlocks what it has not locked', at, 'misuse');
  code.add({ kind: 'store', address: cell, value: constant(0), order: 'release', ...place });
}

function emitChoice(code: ThreadCode, i: Intrinsic, give: (value: Expr) => void): void {
  const [count] = i.args;
  if (count?.kind === 'const' && Number(count.value) === 0) {
    give(code.anyValue(i.result?.type ?? 'i32', i.at));
    return;
  }
  if (count?.kind === 'const') {
    emitChoiceOf(code, Number(count.value), i, give);
    return;
  }
  const most = code.expressions.of(count ?? bug('a choice without a number'));
  const target = code.temporary(32);
  code.addOutside({ kind: 'nondet', target: target.name, ...present({ at: i.at }) });
  code.add({ kind: 'assume', condition: binary('<u', target, most), ...present({ at: i.at }) });
  give(target);
}

/** The choice stands right before the branch on it: fewerInterruptions.ts finds it by that. */
function emitComes(code: ThreadCode, { args, result, at }: Intrinsic): void {
  if (result === undefined) return;
  const comes = numberOf(args[0]);
  const target = code.registerName(result);
  code.add({ kind: 'nondet', target, from: 0, to: 1, comes, ...present({ at }) });
}

const cutOf = (code: ThreadCode, { args, at }: Intrinsic): Statement =>
  cutAt(code.label('cut'), reasonOfCut(textOf(args[0]), textOf(args[1])), at);

function emitChoiceOf(code: ThreadCode, count: number, i: Intrinsic, give: (value: Expr) => void): void {
  const place = present({ at: i.at });
  const target = code.temporary(32);
  const means = i.args.length < 3 ? undefined : ([textOf(i.args[1]), textOf(i.args[2])] as const);
  if (count <= 0) code.add({ kind: 'assume', condition: constant(0), ...place });
  else
    code.addOutside({
      kind: 'nondet',
      target: target.name,
      from: 0,
      to: count - 1,
      ...present({ at: i.at, means }),
    });
  give(target);
}
