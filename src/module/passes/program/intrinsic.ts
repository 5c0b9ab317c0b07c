// Intrinsics as statements of the engines' programs.

import { cutAt } from '../../../program/cut.js';
import { binary, constant, type Expr } from '../../../program/expression.js';
import { loadPart, type MemoryOrder, memoryOrders, releases } from '../../../program/memoryOrder.js';
import { type AssertedFinding, assertedFindings, type Until } from '../../../program/statement.js';
import { bug } from '../../../support/diagnostic.js';
import type { InstructionOf } from '../../instruction.js';
import { changes as changeNames, type IntrinsicName, tests as testNames } from '../../intrinsics.js';
import type { Value } from '../../value.js';
import { reasonOfCut } from '../cuts.js';
import { emitAllocate, emitLeave } from './allocate.js';
import { emitAny, emitCompare, emitDestroy, emitReads } from './ranges.js';
import type { ThreadCode } from './threadCode.js';
import { resized } from './widths.js';

type Intrinsic = InstructionOf<'intrinsic'>;
type Test = (typeof testNames)[number];
type Change = (typeof changeNames)[number];

const numberOf = (value: Value | undefined): number => {
  if (value?.kind === 'const') return Number(value.value);
  return bug('an argument of an intrinsic is not a constant');
};

const textOf = (value: Value | undefined): string => (value?.kind === 'text' ? value.text : '');

/** Adds the statements of an intrinsic; `give` sets its result. */
type Emit = (code: ThreadCode, i: Intrinsic, give: (value: Expr) => void) => void;

/** The structure of the thread has them. */
const nothing: Emit = () => {};

const emitters: Partial<Record<IntrinsicName, Emit>> = {
  join: (code, { args }) => code.add({ kind: 'join', thread: code.expressions.of(args[0]), ...code.mayEnd }),
  take: emitTake,
  await: emitAwait,
  try_change: emitTryChange,
  give_back: emitGiveBack,
  assume: (code, { args }) => code.add({ kind: 'assume', condition: code.expressions.of(args[0]) }),
  require: (code, { args }) => code.assert(code.expressions.of(args[0]), textOf(args[2]), findingOf(args[1])),
  choose: emitChoose,
  spurious: (code, _, give) => give(code.choice(code.temporary(32), { from: 0, to: 1 })),
  cut: emitCut,
  may_cut: (code, i) => {
    const stops = code.choice(code.temporary(32), { from: 0, to: 1 });
    code.when(stops, () => emitCut(code, i));
  },
  exit_now: (code) => {
    // Where main ends the process and nothing else of it, that is its end.
    if (code.thread === 0 && !code.inSection && code.parts.endsWithMain) return;
    code.add({ kind: 'assume', condition: constant(0), exits: true });
  },
  allocate: emitAllocate,
  release: (code, { args }) => {
    if (code.inSection) code.refuse('the release of a block in an atomic section');
    code.add({ kind: 'free', address: code.expressions.address(args[0]) });
  },
  leave: emitLeave,
  any: emitAny,
  destroy: emitDestroy,
  reads: emitReads,
  compare: emitCompare,
  interruptible: (code, { args }) => {
    code.interruptible = numberOf(args[0]) !== 0;
  },
  comes: emitComes,
  only_loads: (code) => code.noteOnlyLoads(),
  end: nothing,
  atomic_begin: nothing,
  atomic_end: nothing,
  // Nothing comes: settle has written what does.
  between: nothing,
  between_end: nothing,
};

export function emitIntrinsic(code: ThreadCode, i: Intrinsic): void {
  const { name, result } = i;
  const emit = emitters[name] ?? code.refuse(`the intrinsic ${name}`);
  emit(code, i, (found) => {
    if (result !== undefined)
      code.assign(code.registerName(result), resized(found, code.expressions.widthOf(result.type)));
  });
}

const findingOf = (kind: Value): AssertedFinding | undefined =>
  assertedFindings.find((finding) => finding === textOf(kind));

function emitCut(code: ThreadCode, { args: [kind, detail] }: Intrinsic): void {
  code.add(cutAt(code.label('cut'), reasonOfCut(textOf(kind), textOf(detail))));
}

const tests = { EQ: '==', NE: '!=', GE: '>=', LT: '<' } as const satisfies Record<Test, string>;

/** Undefined for a test that the engines have no wait for. */
function untilOf(test: Test, value: Expr): Until | undefined {
  const op = tests[test];
  return op === '==' || op === '>=' ? { test: op, value } : undefined;
}

const holds = (test: Test, cell: Expr, value: Expr): Expr => binary(tests[test], cell, value);

const changes = { ADD: '+', OR: '|', AND: '&' } as const satisfies Record<Exclude<Change, 'SET'>, string>;

const changed = (op: Change, cell: Expr, by: Expr): Expr =>
  op === 'SET' ? by : binary(changes[op], cell, by);

interface Waiting {
  readonly cell: Expr;
  readonly test: Test;
  readonly value: Expr;
  readonly op: Change;
  readonly by: Expr;
}

const waitingOf = (code: ThreadCode, { args }: Intrinsic): Waiting => ({
  cell: code.expressions.address(args[0]),
  test: testNames[numberOf(args[1])],
  value: code.expressions.of(args[2]),
  op: changeNames[numberOf(args[3])],
  by: code.expressions.of(args[4]),
});

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
  noteGate(code, i, i.args[5]);
  const until = untilOf(test, value);
  if (code.inSection || until === undefined || op === 'OR' || op === 'AND') {
    // A section in which the thread would have to wait does not run now.
    code.section(() => {
      const held = code.temporary(32);
      const address = code.kept(cell);
      code.loadInto(held.name, address, 32, { order: 'acquire' });
      code.add({ kind: 'assume', condition: holds(test, held, value) });
      code.store(address, changed(op, held, by), 32, { order: 'release' });
      give(held);
    });
    return;
  }
  const leaves = { op: op === 'SET' ? '=' : '+', value: by } as const;
  const isFree = test === 'EQ' && value.kind === 'const' && value.value === 0;
  code.add({ kind: 'lock', address: cell, ...(isFree ? {} : { until }), leaves, ...code.mayEnd });
  if (test === 'EQ') give(value);
  else if (i.result !== undefined && code.isUsed(i.result)) code.refuse('the value that a wait found');
}

function emitAwait(code: ThreadCode, i: Intrinsic, give: (value: Expr) => void): void {
  const { args } = i;
  const address = code.expressions.address(args[0]);
  const test = testNames[numberOf(args[1])];
  const value = code.expressions.of(args[2]);
  const order = memoryOrders[numberOf(args[3])];
  const until = untilOf(test, value);
  const held = code.temporary(32);
  noteGate(code, i, args[4]);
  if (!code.inSection && until !== undefined)
    code.loadInto(held.name, address, 32, { until, order, ...code.mayEnd });
  else {
    const kept = code.kept(address);
    const look = (): void => code.loadInto(held.name, kept, 32, { order });
    if (code.inSection) {
      look();
      code.add({ kind: 'assume', condition: holds(test, held, value) });
    } else {
      const label = code.label('wait');
      const body = code.collect(() => {
        look();
        code.when(holds(test, held, value), () => code.add({ kind: 'break', label }));
      });
      code.add({ kind: 'while', label, condition: constant(1), body });
    }
  }
  give(held);
}

/** A load that looks whether the test may succeed, and a locked instruction if it does: an attempt that fails is no fence. */
function emitTryChange(code: ThreadCode, i: Intrinsic, give: (value: Expr) => void): void {
  const { cell, test, value, op, by } = waitingOf(code, i);
  const order = memoryOrders[numberOf(i.args[5])];
  const address = code.kept(cell);
  const held = code.temporary(32);
  const look = (read: MemoryOrder): void => code.loadInto(held.name, address, 32, { order: read });
  const change = (): void => {
    look(loadPart(order));
    const write = releases(order) ? 'release' : 'relaxed';
    code.when(holds(test, held, value), () =>
      code.store(address, changed(op, held, by), 32, { order: write }),
    );
  };
  if (code.inSection) change();
  else {
    look(order === 'seq_cst' ? order : 'relaxed');
    code.when(holds(test, held, value), () => code.section(change));
  }
  give(held);
}

/** With an order of seq_cst a locked instruction; with release a plain store. */
function emitGiveBack(code: ThreadCode, { args }: Intrinsic): void {
  const address = code.expressions.address(args[0]);
  const holder = code.expressions.of(args[1]);
  const isLocked = memoryOrders[numberOf(args[2])] === 'seq_cst';
  if (isLocked && !code.inSection) {
    code.add({ kind: 'unlock', address, holder });
    return;
  }
  const held = code.temporary(32);
  const cell = code.kept(address);
  code.loadInto(held.name, cell, 32, { order: 'relaxed' });
  code.assert(binary('==', held, holder), 'it unlocks what it has not locked', 'misuse');
  code.store(cell, constant(0), 32, { order: 'release' });
}

function emitChoose(code: ThreadCode, { args, result }: Intrinsic, give: (value: Expr) => void): void {
  const [count, zero, one] = args;
  if (count.kind !== 'const') {
    const most = code.expressions.of(count);
    const chosen = code.choice(code.temporary(32));
    code.add({ kind: 'assume', condition: binary('<u', chosen, most) });
    give(chosen);
    return;
  }
  const values = Number(count.value);
  if (values === 0) give(code.anyValue(result?.type ?? 'i32'));
  else if (values < 0) code.add({ kind: 'assume', condition: constant(0) });
  else {
    const means = zero === undefined ? {} : { means: [textOf(zero), textOf(one)] as const };
    give(code.choice(code.temporary(32), { from: 0, to: values - 1, ...means }));
  }
}

/** The choice stands right before the branch on it: fewerInterruptions.ts finds it by that. */
function emitComes(code: ThreadCode, { args, result }: Intrinsic): void {
  if (result === undefined) return;
  const comes = numberOf(args[0]);
  code.add({ kind: 'nondet', target: code.registerName(result), from: 0, to: 1, comes });
}
